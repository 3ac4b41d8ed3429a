// Strict reading: every message word for word, and what is written reads back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/base/option_reader.hpp"
#include "sim/base/option_tables.hpp"
#include "sim/base/option_writer.hpp"

namespace spotgrid {
namespace {

struct Storage {
  Bandwidth write = Bandwidth::of(1e8);
  void describe(Fields& fields) { fields("write", write, "aggregate bandwidth", above(0.0)); }
};
struct Options {
  Seconds interval{600};
  double share = 0.5;
  std::int64_t nodes = 1, offset = 0;
  Seconds wait{1};
  std::optional<Price> cap;
  std::vector<std::string> zones;
  Storage storage;
  void describe(Fields& fields) {
    fields("interval", interval, "training time between two saves", at_least(1s));
    fields("share", share, "share on demand", between(0.0, 1.0));
    fields("nodes", nodes, "nodes of the gang", required, at_least(1.0));
    fields("offset", offset, "any whole number");
    fields("wait", wait, "time before it", above(0s, 60s));
    fields("cap", cap, "highest price");
    fields("zones", zones, "names of zones");
    fields("storage", storage, "where saves go");
  }
};

std::string problems_of(std::string_view text) {
  try {
    const Document document = Document::parse(text, "spot.json", InputKind::scenario);
    read_strictly<Options>(document);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Options, MessagesNamePlaceProblemAndRemedy) {
  EXPECT_EQ(problems_of(R"({"nodes": 1, "intervalx": "5 min"})"),
            "spot.json: /intervalx: unknown option; did you mean \"interval\"?");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "interval": "5 minx"})"),
            "spot.json: /interval: expected a duration such as \"10 min\", found \"5 minx\"");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "interval": 600})"),
            "spot.json: /interval: expected a duration such as \"10 min\", found 600");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "share": 1.5})"),
            "spot.json: /share: out of range, found 1.5; give a value between 0 and 1");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "share": "half"})"),
            "spot.json: /share: expected a number, found \"half\"");
  EXPECT_EQ(problems_of(R"({"nodes": 1.5})"),
            "spot.json: /nodes: expected a whole number, found 1.5");
  EXPECT_EQ(problems_of("{}"), "spot.json: /: \"nodes\" is missing; it is nodes of the gang");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "storage": {"write": "0 B/s"}})"),
            "spot.json: /storage/write: out of range, found \"0 B/s\"; give a value above 0 B/s");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "cap": "3 EUR/h"})"),
            "spot.json: /cap: expected a price such as \"0.918 $/h\", found \"3 EUR/h\"");
  EXPECT_EQ(problems_of(R"({"nodes": 99999999999999999})"),
            "spot.json: /nodes: out of range, found 99999999999999999; give a value between "
            "1 and 9007199254740992");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "offset": -99999999999999999})"),
            "spot.json: /offset: out of range, found -99999999999999999; give a value between "
            "-9007199254740992 and 9007199254740992");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "wait": "0 s"})"),
            "spot.json: /wait: out of range, found \"0 s\"; give a value above 0 s and at most "
            "60 s");
}

struct Named {
  std::string name = "default";
  void describe(Fields& fields) {
    fields("name", name, "what it is called", required);
    if (fields.reading() && name == "default")
      fields.problem("name", "is the default", "change it");
  }
};

TEST(Options, TextIsNotEmptyWhereItIsRequiredAndHasNoControlCharacters) {
  const auto problems = [](std::string_view text) -> std::string {
    try {
      read_strictly<Named>(Document::parse(text, "x", InputKind::scenario));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problems(R"({"name": "M\u00fcnchen"})"), "");
  EXPECT_EQ(problems(R"({"name": ""})"), "x: /name: must not be empty");
  for (const char* control : {"\\n", "\\u0000", "\\u007f", "\\u001b[0m"}) {
    EXPECT_EQ(problems(std::string(R"({"name": "a)") + control + "\"}"),
              "x: /name: has control characters; leave them out");
  }
  // The complaint about the default that stands in for what was not read would only confuse.
  EXPECT_EQ(problems(R"({"name": 1})"), "x: /name: expected text, found 1");
  EXPECT_EQ(problems(R"({"name": "default"})"), "x: /name: is the default; change it");
}

TEST(Options, WhatIsNoObjectIsNamed) {
  EXPECT_EQ(problems_of("[1]"), "spot.json: /: expected an object, found [1]");
  EXPECT_EQ(problems_of(R"({"nodes": 1, "storage": "here"})"),
            "spot.json: /storage: expected an object, found \"here\"");
}

TEST(Options, AllProblemsOfAFileAreToldAtOnce) {
  EXPECT_EQ(problems_of(R"({"nodes": 0, "share": 2, "zone": []})"),
            "spot.json: /share: out of range, found 2; give a value between 0 and 1\n"
            "spot.json: /nodes: out of range, found 0; give a value at least 1\n"
            "spot.json: /zone: unknown option; did you mean \"zones\"?");
}

TEST(Options, SyntaxAndDuplicateKeysAreErrors) {
  EXPECT_EQ(problems_of(R"({"nodes": 1, "nodes": 2})"),
            "spot.json: the key \"nodes\" stands twice in one object; keep one of them");
  EXPECT_NE(problems_of("{\"nodes\": 1,\n}").find("line 2"), std::string::npos);
}

TEST(Options, CommentsAndSchemaAreAccepted) {
  EXPECT_EQ(problems_of("// a comment\n{\"$schema\": \"x\", \"nodes\": 1}"), "");
}

TEST(Options, WhatIsWrittenReadsBackToTheSame) {
  const Document document = Document::parse(
      R"({"nodes": 3, "interval": "90 min", "cap": "0.918 $/h", "zones": ["a", "b"]})", "x",
      InputKind::scenario);
  const auto options = read_strictly<Options>(document);
  const std::string written = to_json(options, 2);
  EXPECT_NE(written.find("\"0.918 $/h\""), std::string::npos);
  EXPECT_NE(written.find("\"5400 s\""), std::string::npos);
  const Document again = Document::parse(written, "x", InputKind::scenario);
  EXPECT_EQ(to_json(read_strictly<Options>(again), 2), written);
}

TEST(Options, SettingAPathMakesObjectsAndKeepsLists) {
  Document document = Document::parse(R"({"a": [{"b": 1}]})", "x", InputKind::scenario);
  document.set("a.0.b", "\"10 min\"");
  document.set("c.d", "text");
  EXPECT_EQ(document.text(-1), R"({"a":[{"b":"10 min"}],"c":{"d":"text"}})");
  EXPECT_THROW(document.set("a.7.b", "1"), InputError);
}

TEST(Options, APathThatLeadsNowhereIsNamed) {
  const auto refusal = [](std::string_view path) -> std::string {
    try {
      Document::parse(R"({"a": [{"b": 1}]})", "x", InputKind::scenario).set(path, "1");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string remedy = "; give a dotted path with indices, such as market.pools.0.on_demand";
  EXPECT_EQ(refusal("a.1.b"), "--set a.1.b: the list has 1 elements, found \"1\"" + remedy);
  EXPECT_EQ(refusal("a.b"), "--set a.b: the list has 1 elements, found \"b\"" + remedy);
  EXPECT_EQ(refusal("a.0.b.c"), "--set a.0.b.c: \"c\" lies inside a plain value" + remedy);
  EXPECT_EQ(refusal(""), "--set: the path is empty; write PATH=VALUE");
}

TEST(Options, RowsNameTypeDefaultAndRange) {
  Options options;
  const auto rows = option_rows([&](Fields& fields) { options.describe(fields); });
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0].fallback, "600 s");
  EXPECT_EQ(rows[0].range, "at least 1 s");
  EXPECT_EQ(rows[2].fallback, "required");
  EXPECT_EQ(rows[4].range, "above 0 s, at most 60 s");
  EXPECT_EQ(rows[7].path, "storage.write");
}

}  // namespace
}  // namespace spotgrid
