// Means of many draws of the simulator beside closed forms, in standard errors, as rows of a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid::monte_carlo {

// So many draws that three standard errors are a stated share of the mean where
// SPOTGRID_LONG_TESTS is set; else a thirtieth of them, judged by four.
inline bool is_long() {
  return std::getenv("SPOTGRID_LONG_TESTS") != nullptr;
}
inline std::size_t draws(double mean, double deviation, double share = 0.01) {
  const double all = std::pow(3 * deviation / (share * mean), 2) * 1.1;  // the deviation is drawn
  return static_cast<std::size_t>(std::ceil(is_long() ? all : std::max(200.0, all / 30)));
}

struct Drawn {
  double count = 0, mean = 0, deviation = 0;
  double mean_error = 0, deviation_error = 0;  // standard errors
};
inline Drawn summed_up(const std::vector<double>& values) {
  Drawn all;
  all.count = static_cast<double>(values.size());
  for (const double value : values)
    all.mean += value / all.count;
  double second = 0, fourth = 0;
  for (const double value : values) {
    const double square = (value - all.mean) * (value - all.mean);
    second += square / all.count;
    fourth += square * square / all.count;
  }
  all.deviation = std::sqrt(second);
  all.mean_error = all.deviation / std::sqrt(all.count);
  all.deviation_error = std::sqrt((fourth - second * second) / all.count) / (2 * all.deviation);
  return all;
}

// A row: what, closed form, simulated with three standard errors, draws, residual in standard
// errors. `share`: what three standard errors are at most, of the closed form; 0: not asked.
inline void expect(const std::string& what, double closed, double simulated, double error,
                   double count, double share) {
  fmt::print("| {} | {:.5g} | {:.5g} +- {:.2g} | {:.0f} | {:+.2f} |\n", what, closed, simulated,
             3 * error, count, (simulated - closed) / error);
  EXPECT_NEAR(simulated, closed, (is_long() ? 3 : 4) * error) << what;
  if (is_long() && share > 0) {
    EXPECT_LE(3 * error, share * closed) << what;
  }
}
inline void expect_mean(const std::string& what, double closed, const Drawn& drawn,
                        double share = 0.01) {
  expect(what, closed, drawn.mean, drawn.mean_error, drawn.count, share);
}

// A plug-in of a test, made by a function.
template <class Interface>
class Made final : public Configured<Interface> {
 public:
  using Make = std::function<std::unique_ptr<Interface>()>;
  explicit Made(Make make) : make_(std::move(make)) {}
  void describe(Fields&) override {}
  std::unique_ptr<Interface> make() const override { return make_(); }

 private:
  Make make_;
};

// Seconds between the commits that the journal tells of, of saves to the last tier. What comes
// before the first is left out: there is nothing to restore yet.
inline std::vector<double> between_commits(const RunResult& result) {
  std::vector<double> spans;
  double before = -1;
  for (const std::string& line : result.journal) {
    if (line.find("\"save_committed\"") == std::string::npos ||
        line.find("peer_memory") != std::string::npos)
      continue;
    const std::size_t at = line.find("\"t\": ");
    const double now = std::stod(line.substr(at + 5));
    if (before >= 0)
      spans.push_back(now - before);
    before = now;
  }
  return spans;
}

// Of so many commits, from as many replications as it takes.
template <class MakeRun>
std::vector<double> commits_of(std::size_t count, MakeRun make_run) {
  std::vector<double> all;
  for (std::uint64_t replication = 0; all.size() < count; ++replication) {
    ARun run = make_run(replication);
    run.setup.replication = replication;
    run.setup.keep_journal = true;
    run.setup.horizon = Instant::at(hours(8e5));
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished);
    const std::vector<double> some = between_commits(result);
    if (some.empty())
      break;
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace spotgrid::monte_carlo
