// Losses at chosen instants, a small job whose times are round numbers, and a journal to question.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/a_run.hpp"

namespace spotgrid::placed {

// The node of each launch number of the first pool dies at its instant, in seconds; the others
// live for ever.
using Deaths = std::map<std::uint64_t, double>;

class Reclaim final : public ReclaimSource {
 public:
  explicit Reclaim(const Deaths& deaths) : deaths_(deaths) {}
  void attach(const PoolTruth& truth) override { pool_ = truth.pool_number; }
  std::optional<Seconds> lifetime(const HeldNode& node) const override {
    const auto found = deaths_.find(node.ordinal);
    if (pool_ != 0 || found == deaths_.end())
      return std::nullopt;
    return Instant::at(Seconds{found->second}) - *node.booting;
  }

 private:
  Deaths deaths_;
  std::uint32_t pool_ = 0;
};

class ConfiguredReclaim final : public Configured<ReclaimSource> {
 public:
  explicit ConfiguredReclaim(Deaths deaths) : deaths_(std::move(deaths)) {}
  void describe(Fields&) override {}
  std::unique_ptr<ReclaimSource> make() const override {
    return std::make_unique<Reclaim>(deaths_);
  }

 private:
  Deaths deaths_;
};

inline void losses(ARun& run, const Deaths& deaths) {
  for (Pool& pool : run.setup.market.pools)
    pool.reclaim = {{"placed", std::make_shared<ConfiguredReclaim>(deaths)}};
}

// Two workers of all_reduce. An iteration takes 10 s and gives 2 samples; the state is 1 GB. A save
// writes for 10 s and is committed 2 s later; a restore of both whole copies takes 5 s.
inline ARun pair_of_workers(double samples, const std::string& mode_options = "",
                            const std::string& scheme_options = "") {
  ARun run;
  run.mode("all_reduce", R"({"nodes": 2, "buckets": 1)" + mode_options + "}");
  run.samples(samples, Seconds{10}, 1, Bytes{}, Bytes::of(1e9));
  run.scheme("direct_storage",
             R"({"storage": {"write": "100 MB/s", "read": "400 MB/s", "fsync": "2 s"})" +
                 scheme_options + "}");
  run.schedule("never", "{}");
  run.setup.horizon = Instant::at(Seconds{100000});
  return run;
}

// The number behind a key of a journal line.
inline double number_of(std::string_view line, const std::string& key) {
  const std::string label = "\"" + key + "\": ";
  const std::size_t at = line.find(label);
  require(at != std::string_view::npos, "a test asks for a key that the line has");
  return std::stod(std::string(line.substr(at + label.size())));
}

inline std::vector<double> times_of(const RunResult& result, const std::string& event,
                                    const std::vector<std::string>& words = {}) {
  std::vector<std::string> all{"\"event\": \"" + event + "\""};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<double> times;
  for (const std::string& line : lines_with(result, all))
    times.push_back(number_of(line, "t"));
  return times;
}

// (time, value of `key`) of every such event.
using Values = std::vector<std::pair<double, double>>;
inline Values values_of(const RunResult& result, const std::string& event, const std::string& key) {
  Values values;
  for (const std::string& line : lines_with(result, {"\"event\": \"" + event + "\""}))
    values.emplace_back(number_of(line, "t"), number_of(line, key));
  return values;
}

// The story of saves and recoveries, one word a step: "cut 0=4@20 torn 0@25 restored 4@32".
inline std::string story(const RunResult& result) {
  const auto text = [](double value) {
    std::string digits = std::to_string(std::round(value * 1e3) / 1e3);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
      digits.pop_back();
    return digits;
  };
  std::string told;
  for (const std::string& line : result.journal) {
    const auto is = [&](const char* event) {
      return line.find("\"event\": \"" + std::string(event) + "\"") != std::string::npos;
    };
    const std::string at = "@" + text(number_of(line, "t"));
    std::string word;
    if (is("save_cut"))
      word = "cut " + text(number_of(line, "save")) + "=" + text(number_of(line, "progress"));
    else if (is("save_committed"))
      word = "committed " + text(number_of(line, "save"));
    else if (is("save_torn"))
      word = "torn " + text(number_of(line, "save"));
    else if (is("node_lost"))
      word = "lost " + text(number_of(line, "node"));
    else if (is("restore_began"))
      word = line.find("survivor") != std::string::npos ? "reads a survivor"
                                                        : "reads " + text(number_of(line, "save"));
    else if (is("restore_broken"))
      word = "broken";
    else if (is("rolled_back"))
      word = "back to " + text(number_of(line, "to"));
    else if (is("members_changed"))
      word = "trains";
    else if (is("job_ended"))
      word = line.find("\"finished\"") != std::string::npos ? "finished" : "ended";
    if (!word.empty())
      told += (told.empty() ? "" : ", ") + word + at;
  }
  return told;
}

}  // namespace spotgrid::placed
