// How fast `spotgrid trace info` reads histories of AWS spot prices, in bytes of JSON.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "traces/describe_trace.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

// One record of `aws ec2 describe-spot-price-history`: newest first, pools and products in turn.
std::string record(std::int64_t i, std::string_view gap) {
  constexpr std::array<std::string_view, 4> products = {"Linux/UNIX", "Windows", "SUSE Linux",
                                                        "Red Hat Enterprise Linux"};
  constexpr std::array<std::string_view, 3> types = {"p3.2xlarge", "g4dn.12xlarge", "c5.xlarge"};
  constexpr TraceTime newest = 1'709'377'509'000'000;  // 2024-03-02T11:05:09Z
  std::string time = timestamp_text(newest - i * 7'000'000);
  time.replace(time.size() - 1, 1, "+00:00");
  const auto at = static_cast<std::size_t>(i);
  return fmt::format(
      R"({{{5}"AvailabilityZone": "us-east-1{0}",{5}"InstanceType": "{1}",{5})"
      R"("ProductDescription": "{2}",{5}"SpotPrice": "{3:.6f}",{5}"Timestamp": "{4}"}})",
      "abcdf"[at % 5], types.at(at % 3), products.at(at % 4),
      0.5 + static_cast<double>(at % 997) / 1e3, time, gap);
}

// A file of 32 MB; with a gap of a newline as the command line prints it, else in one line.
class HistoryFile {
 public:
  explicit HistoryFile(std::string_view gap)
      : path_((std::filesystem::temp_directory_path() / "spotgrid_bench.json").string()) {
    std::string text = R"({"SpotPriceHistory": [)";
    for (std::int64_t i = 0; text.size() < 32'000'000; ++i)
      text.append(i == 0 ? "" : ",").append(gap).append(record(i, gap));
    text += "]}";
    size_ = text.size();
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~HistoryFile() { std::filesystem::remove(path_); }
  HistoryFile(const HistoryFile&) = delete;
  HistoryFile& operator=(const HistoryFile&) = delete;

  const std::string& path() const { return path_; }
  std::size_t size() const { return size_; }

 private:
  std::string path_;
  std::size_t size_ = 0;
};

// All of `trace info` but the start of the program: hash, recognition, reading, description.
void trace_info_of_aws_json(benchmark::State& state, std::string_view gap) {
  const HistoryFile file(gap);
  for (auto _ : state)
    benchmark::DoNotOptimize(trace_text(describe_trace(load(std::vector{file.path()}, {}, false))));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
}
BENCHMARK_CAPTURE(trace_info_of_aws_json, indented, "\n            ")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(trace_info_of_aws_json, one_line, "")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spotgrid::traces
