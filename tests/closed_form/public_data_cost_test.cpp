// Runs on public traces cost what an integral over the same files says, read here by hand.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"
#include "sim/own_process.hpp"
#include "tests/support/test_data.hpp"
#include "traces/source_text.hpp"

namespace spotgrid {
namespace {

std::string unpacked(const std::filesystem::path& path) {
  return traces::source_text(path.string(), traces::read_bytes(path.string())).text;
}

// Seconds since 1970 of "2023-02-15 22:08:16" or "2020-02-20T22:06:16.000Z".
double seconds_of(const std::string& text) {
  std::tm at{};
  at.tm_year = std::stoi(text.substr(0, 4)) - 1900;
  at.tm_mon = std::stoi(text.substr(5, 2)) - 1;
  at.tm_mday = std::stoi(text.substr(8, 2));
  at.tm_hour = std::stoi(text.substr(11, 2));
  at.tm_min = std::stoi(text.substr(14, 2));
  at.tm_sec = std::stoi(text.substr(17, 2));
  return static_cast<double>(timegm(&at));
}

// A value that holds from its time on.
struct Step {
  double at, value;
};

double integral(const std::vector<Step>& steps, double from, double to) {
  double sum = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double until = i + 1 < steps.size() ? steps[i + 1].at : to;
    sum += steps[i].value * std::max(0.0, std::min(until, to) - std::max(steps[i].at, from));
  }
  return sum;
}

// Work without end, nothing waits, every second is paid at the price of the moment.
RunResult endless_run(int nodes, const std::string& pool, const std::string& reclaim,
                      const std::string& begin) {
  const std::string text = R"({)" + begin + R"(
    "job": {"work": "100000 h", "training": {"mode": "work_units", "nodes": )" +
                           std::to_string(nodes) + R"(},
            "membership": {"rendezvous": "0 s", "init": "0 s"}},
    "market": {"pools": [)" +
                           pool + R"(], "reclaim": [)" + reclaim +
                           R"(], "notice": "0 s", "billing": {"rule": "per_second"},
      "provision": "0 s", "boot": "0 s", "setup": "0 s", "detection": "0 s",
      "failure_detection": "0 s", "launch_failure_latency": "0 s", "cooldown": "0 s",
      "end_of_trace": "censor"},
    "provisioning": {"policy": "cheapest_spot", "gang": "accumulate"},
    "checkpointing": {"scheme": {"name": "continuous"}}})";
  const Document document = Document::parse(text, "run.json", InputKind::scenario);
  return simulate_apart(scenarios::assemble(scenarios::read(document)).setup);
}

void expect_cost(const RunResult& result, double expected) {
  EXPECT_NEAR(result.cost_usd, expected, 1e-9 * expected);
}

// Times and flags of an availability file.
std::vector<Step> availability(const std::filesystem::path& path) {
  std::vector<Step> steps;
  std::istringstream lines(unpacked(path));
  std::string line;
  std::getline(lines, line);  // header
  while (std::getline(lines, line))
    steps.push_back({seconds_of(line), line.at(20) == '1' ? 1.0 : 0.0});
  return steps;
}

std::vector<double> price_list(const std::filesystem::path& path, const std::string& key) {
  const std::string text = unpacked(path);
  std::size_t at = text.find('[', text.find('"' + key + '"')) + 1;
  std::vector<double> prices;
  while (text[at - 1] != ']') {
    const std::size_t end = text.find_first_of(",]", at);
    prices.push_back(std::stod(text.substr(at, end - at)));
    at = end + 1;
  }
  return prices;
}

TEST(PublicDataCost, OfAnInstanceHeldWheneverASkynomadZoneHasOne) {
  SPOTGRID_NEEDS(counts, "traces/skynomad-aws-v100-2023/availability/us-west-2a_v100_1.csv.gz");
  SPOTGRID_NEEDS(prices, "traces/skynomad-aws-v100-2023/v100_spot_prices.json.gz");
  const std::string file = R"("file": ")" + counts.string() + R"(")";
  const RunResult result =
      endless_run(1,
                  R"({"zone": "us-west-2a", "instance": "p3.2xlarge", "price": {)" + file +
                      R"(, "polarity": "available", "nodes": 1, "prices": ")" + prices.string() +
                      R"("}, "capacity": {"kind": "limit", )" + file +
                      R"(, "polarity": "available", "nodes": 1}})",
                  R"({"kind": "capacity"})", R"("horizon": "40 d",)");

  std::vector<Step> paid = availability(counts);
  const std::vector<double> price = price_list(prices, "us-west-2a_v100_1");
  ASSERT_EQ(paid.size(), price.size());
  const double begin = paid.front().at, end = begin + 40 * 86400;
  std::int64_t falls = 0;
  for (std::size_t i = 1; i < paid.size() && paid[i].at < end; ++i)
    falls += paid[i - 1].value == 1 && paid[i].value == 0 ? 1 : 0;
  const double held = integral(paid, begin, end);
  for (std::size_t i = 0; i < paid.size(); ++i)
    paid[i].value *= price[i] / 3600;

  EXPECT_EQ(result.outcome, Outcome::not_finished);
  EXPECT_GE(falls, 10);
  EXPECT_EQ(result.counters.preemptions, falls);
  EXPECT_GE(result.counters.price_changes, 10);
  EXPECT_NEAR(result.node_seconds.at("useful"), held, 1e-6 * held);
  expect_cost(result, integral(paid, begin, end));
}

TEST(PublicDataCost, OfAJobOfAllNodesOfTheP3Trace) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const RunResult result =
      endless_run(32,
                  R"({"zone": "us-east-1c", "instance": "p3.2xlarge", "price": "0.918 $/h",
          "reclaim": [{"kind": "events", "file": ")" +
                      path.string() + R"("}]})",
                  R"({"kind": "none"})", "");

  std::vector<Step> live;
  std::istringstream lines(unpacked(path));
  std::string line;
  double count = 0;
  std::int64_t removed = 0;
  while (std::getline(lines, line)) {
    const bool add = line.find(",add,") != std::string::npos;
    removed += add ? 0 : 1;
    count += add ? 1 : -1;
    live.push_back({std::stod(line) / 1000, count});
  }
  const double held = integral(live, 0, live.back().at);
  EXPECT_EQ(result.outcome, Outcome::trace_exhausted);
  EXPECT_NEAR(held / 3600, 273.1, 0.05);
  EXPECT_EQ(result.counters.preemptions, removed);
  EXPECT_EQ(removed, 167);
  expect_cost(result, held / 3600 * 0.918);
}

// The records of one zone, ascending; of one instant any.
std::vector<Step> aws_prices(const std::filesystem::path& path, const std::string& zone) {
  const std::string text = unpacked(path);
  const auto value_of = [&](const std::string& key, std::size_t from) {
    const std::size_t colon = text.find(':', text.find('"' + key + '"', from));
    const std::size_t begin = text.find('"', colon) + 1;
    return text.substr(begin, text.find('"', begin) - begin);
  };
  std::vector<Step> steps;
  for (std::size_t at = text.find("\"AvailabilityZone\""); at != std::string::npos;
       at = text.find("\"AvailabilityZone\"", at + 1)) {
    if (value_of("AvailabilityZone", at) == zone)
      steps.push_back(
          {seconds_of(value_of("Timestamp", at)), std::stod(value_of("SpotPrice", at))});
  }
  std::sort(steps.begin(), steps.end(), [](Step a, Step b) { return a.at < b.at; });
  return steps;
}

TEST(PublicDataCost, OfTwoNodesForThirtyDaysOfAStanfordPriceHistory) {
  SPOTGRID_NEEDS(path, "traces/stanford-dynamic-pricing/aws/cost/us-east-1/p3.2xlarge.json.gz");
  const RunResult result =
      endless_run(2,
                  R"({"zone": "us-east-1b", "instance": "p3.2xlarge", "capacity": "unlimited",
          "price": {"file": ")" +
                      path.string() + R"("}})",
                  R"({"kind": "none"})", R"("start": "2020-01-05T12:00:00Z", "horizon": "30 d",)");

  std::vector<Step> price = aws_prices(path, "us-east-1b");
  const double begin = seconds_of("2020-01-05T12:00:00Z"), end = begin + 30 * 86400;
  ASSERT_LT(price.front().at, begin);
  ASSERT_GT(price.back().at, end);
  for (std::size_t i = 1; i < price.size(); ++i)
    ASSERT_TRUE(price[i].at > price[i - 1].at || price[i].value == price[i - 1].value);
  EXPECT_EQ(result.outcome, Outcome::not_finished);
  EXPECT_GE(result.counters.price_changes, 10);
  expect_cost(result, 2 * integral(price, begin, end) / 3600);
}

}  // namespace
}  // namespace spotgrid
