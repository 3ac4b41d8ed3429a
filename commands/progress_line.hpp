// How far a long run is, on stderr: "this job: 12.5 d simulated, 45 % of the work done".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/domain/setup.hpp"

namespace spotgrid::commands {

// On a terminal one line that is written again each half second and wiped at the end; in a log a
// line a minute. Runs of less than two seconds show nothing.
class ProgressLine {
 public:
  struct Output {
    bool terminal;
    std::function<void(std::string_view)> print;
    std::function<Seconds()> now;  // of the wall, from any zero
  };
  static Output to_stderr();

  explicit ProgressLine(Output output = to_stderr());
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows a run under this name; not to be called once the line is gone.
  Watch watch(std::string name);

 private:
  void show(const std::string& name, Seconds simulated, double done);

  Output output_;
  Seconds first_, next_;  // of the wall: nothing is shown before
};

}  // namespace spotgrid::commands
