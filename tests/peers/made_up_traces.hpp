// A folder with the traces that `reproduce spotdnn replayed` looks for, made up: small and known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "tests/support/program_run.hpp"

namespace spotgrid {

// p3.2xlarge at 0.9 $/h in both zones; so many nodes of it in us-west-2a in each tick of 300 s. The
// other fleets are always whole.
class MadeUpTraces {
 public:
  MadeUpTraces(int ticks, const std::function<int(int tick)>& nodes) {
    const std::string counts = "skynomad-aws-v100-multinode-2023/";
    write_counts(counts + "16-nodes/us-west-2a_v100_1.json", ticks, nodes);
    write_counts(counts + "16-nodes/us-east-2b_v100_1.json", ticks, [](int) { return 16; });
    for (const char* zone : {"us-west-2c", "us-east-1f"})
      write_counts(counts + "4-nodes-real-preemption/" + zone + "_v100_1.json", ticks,
                   [](int) { return 4; });
    std::string rows = "date,availability\n", prices;
    for (int tick = 0; tick < ticks; ++tick) {
      const int minute = 5 * tick;
      const std::string day = std::to_string(10 + minute / 1440);
      const auto two = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
      rows += "2023-02-" + day + " " + two(minute / 60 % 24) + ":" + two(minute % 60) + ":00,1\n";
      prices += (tick == 0 ? "" : ", ") + std::string("0.9");
    }
    for (const char* zone : {"us-west-2a", "us-east-1f"})
      write(std::string("skynomad-aws-v100-2023/availability/") + zone + "_v100_1.csv.gz", rows);
    write("skynomad-aws-v100-2023/v100_spot_prices.json.gz",
          "{\"us-west-2a_v100_1\": [" + prices + "], \"us-east-1f_v100_1\": [" + prices + "]}\n");
  }

  std::string path(std::string_view name = {}) const { return folder_.path(name); }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_.path(name)).parent_path());
    std::ofstream(folder_.path(name)) << text;
  }
  void write_counts(const std::string& name, int ticks,
                    const std::function<int(int tick)>& nodes) const {
    std::string all;
    for (int tick = 0; tick < ticks; ++tick)
      all += (tick == 0 ? "" : ", ") + std::to_string(nodes(tick));
    write(name, "{\"metadata\": {\"gap_seconds\": 300}, \"data\": [" + all + "]}\n");
  }

  ScratchFolder folder_;
};

}  // namespace spotgrid
