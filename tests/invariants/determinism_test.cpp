// The same input gives the same bytes; the order of rows that carry their time is no input.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "scenarios/result_document.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/own_process.hpp"
#include "tests/scenarios/written.hpp"
#include "tests/support/test_data.hpp"
#include "traces/format.hpp"

namespace spotgrid::scenarios {
namespace {

struct Output {
  std::string result;
  std::vector<std::string> journal, sha256;
};

Output output_of(const Scenario& scenario) {
  Assembled assembled = assemble(scenario);
  assembled.setup.keep_journal = assembled.setup.keep_timeline = true;
  const RunResult result = simulate_apart(assembled.setup);
  const ResultDocument document = ResultDocument::of(result, assembled, "spotgrid test");
  Output output{to_json(document, 2), result.journal, {}};
  output.journal.push_back(result.timeline);
  for (const traces::InputFile& one : document.inputs)
    output.sha256.push_back(one.sha256);
  return output;
}

std::string without(std::string text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at))
      text.replace(at, word.size(), "…");
  return text;
}

TEST(Determinism, ShippedScenariosGiveTheSameBytesTwice) {
  for (const char* name : {"quickstart", "deadline"}) {
    const std::string path = (source_root() / "scenarios" / (std::string(name) + ".json")).string();
    const std::vector<Override> shorter = name == std::string("quickstart")
                                              ? std::vector<Override>{{"job.iterations", "300"}}
                                              : std::vector<Override>{};
    const Output first = output_of(load(path, shorter)), second = output_of(load(path, shorter));
    EXPECT_EQ(first.result, second.result) << name;
    EXPECT_EQ(first.journal, second.journal) << name;
    EXPECT_GT(first.journal.size(), 10U) << name;
  }
}

TEST(Determinism, AnotherSeedDrawsOtherNumbers) {
  const std::string path = (source_root() / "scenarios/deadline.json").string();
  const Override seed{"seed", "2"};
  EXPECT_NE(output_of(load(path)).journal, output_of(load(path, {&seed, 1})).journal);
}

// A file of one input, in parts that may change places.
struct Shuffled {
  const char* format;
  std::string header;
  std::vector<std::string> rows;
  const char* separator;
  std::string footer;
  const char* key;      // of the pool
  const char* options;  // beside "file"
};

void PrintTo(const Shuffled& file, std::ostream* out) {
  *out << file.format;
}

std::string joined(const Shuffled& file) {
  std::string text = file.header;
  for (std::size_t i = 0; i < file.rows.size(); ++i)
    text += (i > 0 ? file.separator : "") + file.rows[i];
  return text + file.footer;
}

std::string clock(int minute) {
  const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return two(minute / 60) + ":" + two(minute % 60) + ":00";
}

// Twenty hours in steps of half an hour: every second price is dear, capacity and nodes come and
// go.
std::vector<std::string> rows(const std::function<std::string(int minute, int i)>& row) {
  std::vector<std::string> all;
  for (int i = 0; i < 40; ++i)
    all.push_back(row(30 * i, i));
  return all;
}

std::string price_of(int i) {
  return "0." + std::to_string(50 + i % 7);
}

std::string aws_record(int minute, int i) {
  return R"({"AvailabilityZone":"za","InstanceType":"p3.2xlarge","ProductDescription":)"
         R"("Linux/UNIX","SpotPrice":")" +
         price_of(i) + R"(","Timestamp":"2024-01-01T)" + clock(minute) + R"(Z"})";
}

std::vector<std::string> event_rows() {
  std::vector<std::string> all;
  for (int i = 0; i < 20; ++i) {
    all.push_back(std::to_string(1000 * i) + ",add,n" + std::to_string(i));
    if (i >= 4)
      all.push_back(std::to_string(1000 * i + 500) + ",remove,n" + std::to_string(i - 4));
  }
  return all;
}

const std::vector<Shuffled> files{
    {"aws_cli", R"({"SpotPriceHistory":[)", rows(aws_record), ",", "]}", "price", ""},
    {"aws_jsonl", "", rows(aws_record), "\n", "\n", "price", ""},
    {"aws_text", "", rows([](int minute, int i) {
       return "SPOTPRICEHISTORY\tza\tp3.2xlarge\tLinux/UNIX\t" + price_of(i) + "\t2024-01-01T" +
              clock(minute) + "Z";
     }),
     "\n", "\n", "price", ""},
    {"price_csv", "time,zone,instance_type,price,on_demand\n", rows([](int minute, int i) {
       return "2024-01-01T" + clock(minute) + "Z,za,p3.2xlarge," + price_of(i) + ",3.06";
     }),
     "\n", "\n", "price", ""},
    {"avail_csv", "date,availability\n", rows([](int minute, int i) {
       return "2024-01-01 " + clock(minute) + (i % 5 == 3 ? ",0" : ",1");
     }),
     "\n", "\n", "capacity", R"("kind": "limit", "polarity": "available", "nodes": 4, )"},
    {"native_capacity", "time,zone,instance_type,count\n", rows([](int minute, int i) {
       return "2024-01-01T" + clock(minute) + "Z,za,p3.2xlarge," + std::to_string(6 - i % 5);
     }),
     "\n", "\n", "capacity", R"("kind": "limit", )"},
    {"event_csv", "", event_rows(), "\n", "\n", "reclaim", R"("kind": "events", "unit": "s", )"},
    {"native_events", "time,event,node\n", event_rows(), "\n", "\n", "reclaim",
     R"("kind": "events", )"},
};

Document scenario_with(const Shuffled& file, const Folder& folder) {
  Document document = Document::parse(R"({
    "horizon": "18 h", "seed": 3,
    "job": {"work": "40 h", "training": {"mode": "work_units", "nodes": 3}},
    "market": {"pools": [{"zone": "za", "instance": "p3.2xlarge", "price": "1 $/h"}],
               "reclaim": [{"kind": "none"}], "notice": "120 s", "end_of_trace": "censor"},
    "provisioning": {"policy": "cheapest_spot", "gang": "accumulate"},
    "checkpointing": {"scheme": {"name": "continuous"}}})",
                                      folder.scenario(), InputKind::scenario);
  const std::string key = file.key;
  document.set("market.pools.0." + key, "{" + std::string(file.options) + R"("format": ")" +
                                            file.format + R"(", "file": "trace"})");
  if (key == "price")
    document.set("market.pools.0.capacity", "unlimited");
  if (key == "capacity")
    document.set("market.reclaim", R"([{"kind": "capacity"}])");
  return document;
}

class RowOrderOfARun : public testing::TestWithParam<Shuffled> {};

TEST_P(RowOrderOfARun, ChangesTheFingerprintOfTheFileAlone) {
  Shuffled file = GetParam();
  const Folder folder;
  folder.write("trace", joined(file));
  const Scenario scenario = read(scenario_with(file, folder));
  const Output expected = output_of(scenario);
  ASSERT_EQ(expected.sha256.size(), 1U);
  EXPECT_GT(expected.journal.size(), 60U);  // the trace was met
  std::mt19937 random(1);
  for (int i = 0; i < 5; ++i) {
    std::shuffle(file.rows.begin(), file.rows.end(), random);
    folder.write("trace", joined(file));
    const Output output = output_of(scenario);
    EXPECT_NE(output.sha256, expected.sha256);
    EXPECT_EQ(output.journal, expected.journal);
    EXPECT_NE(output.result, expected.result);
    EXPECT_EQ(without(output.result, output.sha256), without(expected.result, expected.sha256));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RowOrderOfARun, testing::ValuesIn(files),
                         [](const auto& tested) { return std::string(tested.param.format); });

TEST(RowOrderOfRuns, IsTestedForEveryFormatWhoseOrderIsNoData) {
  for (const NamedEntry<traces::TraceFormat>& one : traces::formats::catalogue()) {
    const bool tested = std::any_of(files.begin(), files.end(),
                                    [&](const Shuffled& file) { return file.format == one.name; });
    EXPECT_EQ(tested, one.entry.options()->make()->order_free()) << one.name;
  }
}

}  // namespace
}  // namespace spotgrid::scenarios
