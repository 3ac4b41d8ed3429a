// When a long run shows how far it is.
// SPDX-License-Identifier: Apache-2.0
#include "commands/progress_line.hpp"

#include <gtest/gtest.h>

namespace spotgrid::commands {
namespace {

// What is shown where the run is told of at these seconds of wall time.
std::string shown(bool terminal, const std::vector<double>& at) {
  std::string text;
  Seconds now{100};
  {
    ProgressLine line(
        {terminal, [&](std::string_view more) { text += more; }, [&] { return now; }});
    const Watch watch = line.watch("the job");
    for (const double second : at) {
      now = Seconds{100 + second};
      watch(Seconds{3600 * second}, second / 200);
    }
  }
  return text;
}

TEST(ProgressLine, ATerminalHasOneLineThatIsWipedAtTheEnd) {
  EXPECT_EQ(shown(true, {1, 2, 2.4, 3, 9}),
            "\r\x1b[Kthe job: 2.00 h simulated, 1 % of the work done"
            "\r\x1b[Kthe job: 3.00 h simulated, 1 % of the work done"
            "\r\x1b[Kthe job: 9.00 h simulated, 4 % of the work done"
            "\r\x1b[K");
}

TEST(ProgressLine, ALogHasALineAMinute) {
  EXPECT_EQ(shown(false, {59, 60, 119, 121}),
            "the job: 60.0 h simulated, 30 % of the work done\n"
            "the job: 5.04 d simulated, 60 % of the work done\n");
}

TEST(ProgressLine, AShortRunShowsNothing) {
  EXPECT_EQ(shown(true, {0, 1, 1.9}), "");
  EXPECT_EQ(shown(false, {0, 1, 59}), "");
}

}  // namespace
}  // namespace spotgrid::commands
