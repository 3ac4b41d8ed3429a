// Laws of durations: reading, quantiles, means.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/law.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/option_reader.hpp"
#include "sim/base/option_tables.hpp"
#include "sim/base/option_writer.hpp"

namespace spotgrid {
namespace {

struct Booting {
  Law boot{90s};
  void describe(Fields& fields) { boot.describe_at(fields, "boot", "time to boot"); }
};

Booting read(const std::string& value) {
  const std::string text = R"({"boot": )" + value + "}";
  return read_strictly<Booting>(Document::parse(text, "test.json", InputKind::scenario));
}
Law law(const std::string& value) {
  return read(value).boot;
}

std::string problems(const std::string& value) {
  try {
    read(value);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// Every kind once, with round parameters.
std::vector<std::string> all_laws() {
  return {R"("90 s")",
          R"({"law": "uniform", "least": "10 s", "most": "30 s"})",
          R"({"law": "exponential", "mean": "12 h"})",
          R"({"law": "weibull", "shape": 0.56, "scale": "5.4 h"})",
          R"({"law": "lognormal", "median": "60 s", "sigma": 0.5})",
          R"({"law": "hyperexponential2", "share": 0.3, "mean1": "20 min", "mean2": "9 h"})",
          R"({"law": "bathtub", "a": 0.45, "tau1": "1 h", "tau2": "0.8 h", "b": "24 h"})",
          R"({"law": "empirical", "values": ["5 s", "1 s", "3 s", "9 s"]})"};
}

// The mean as the integral of the quantile over all shares, by the midpoint rule.
Seconds mean_by_quantiles(const Law& of) {
  constexpr int steps = 200'000;
  Seconds sum{0};
  for (int i = 0; i < steps; ++i)
    sum += of.quantile((i + 0.5) / steps);
  return sum / steps;
}

TEST(Laws, TextIsAConstant) {
  const Law boot = law(R"("2 min")");
  EXPECT_EQ(boot.kind(), Law::Kind::constant);
  EXPECT_EQ(boot.quantile(0.7), 120s);
  EXPECT_EQ(boot.mean(), 120s);
  EXPECT_EQ(boot.upper_bound(), 120s);
}

TEST(Laws, WhatIsWrittenReadsBackTheSame) {
  for (const std::string& value : all_laws()) {
    const std::string once = to_json(read(value), -1);
    const std::string again =
        to_json(read_strictly<Booting>(Document::parse(once, "again", InputKind::scenario)), -1);
    EXPECT_EQ(once, again);
  }
}

TEST(Laws, OnlyTheParametersOfTheChosenLawAreWritten) {
  EXPECT_EQ(to_json(read(R"({"law": "exponential", "mean": "2 h"})"), -1),
            R"({"boot":{"law":"exponential","mean":"7200 s"}})");
}

TEST(Laws, QuantilesNeverFallAndMeetTheMean) {
  for (const std::string& value : all_laws()) {
    const Law one = law(value);
    Seconds last = one.quantile(0);
    EXPECT_GE(last, 0s) << value;
    for (int i = 1; i < 2000; ++i) {
      const Seconds next = one.quantile(i / 2000.0);
      EXPECT_GE(next, last) << value << " at " << i;
      last = next;
    }
    // The midpoint rule misses 1/200,000 of the mass at the tail: up to 0.3 % with heavy tails.
    EXPECT_NEAR(mean_by_quantiles(one) / one.mean(), 1, 3e-3) << value;
  }
}

TEST(Laws, NothingExceedsTheUpperBound) {
  for (const std::string& value : all_laws()) {
    const Law one = law(value);
    if (const auto most = one.upper_bound()) {
      EXPECT_LE(one.quantile(std::nextafter(1.0, 0.0)), *most) << value;
    }
  }
  EXPECT_FALSE(law(R"({"law": "exponential", "mean": "1 h"})").upper_bound());
  EXPECT_EQ(law(R"({"law": "uniform", "least": "1 s", "most": "3 s"})").upper_bound(), 3s);
}

TEST(Laws, QuantilesInvertTheirDistributionFunctions) {
  EXPECT_NEAR(law(R"({"law": "exponential", "mean": "1 h"})").quantile(0.5).count(),
              3600 * std::log(2), 1e-9);
  EXPECT_NEAR(law(R"({"law": "weibull", "shape": 2, "scale": "10 s"})").quantile(0.9).count(),
              10 * std::sqrt(std::log(10)), 1e-9);
  const Law lognormal = law(R"({"law": "lognormal", "median": "60 s", "sigma": 0.5})");
  EXPECT_NEAR(lognormal.quantile(0.5).count(), 60, 1e-9);
  // 84.13 % of a normal law lie below one standard deviation.
  EXPECT_NEAR(lognormal.quantile(0.8413447460685429).count(), 60 * std::exp(0.5), 1e-6);
  const Seconds t =
      law(R"({"law": "hyperexponential2", "share": 0.3, "mean1": "100 s", "mean2": "1000 s"})")
          .quantile(0.6);
  EXPECT_NEAR(0.3 * std::exp(-t / 100s) + 0.7 * std::exp(-t / 1000s), 0.4, 1e-12);
}

TEST(Laws, EmpiricalValuesAreEquallyLikely) {
  const Law one = law(R"({"law": "empirical", "values": ["5 s", "1 s", "3 s", "9 s"]})");
  EXPECT_EQ(one.quantile(0), 1s);
  EXPECT_EQ(one.quantile(0.2499), 1s);
  EXPECT_EQ(one.quantile(0.25), 3s);
  EXPECT_EQ(one.quantile(0.99), 9s);
  EXPECT_EQ(one.mean(), Seconds{4.5});
  EXPECT_EQ(one.upper_bound(), 9s);
}

// Parameters fitted to 1,442 lifetimes of Google VMs of 2019, and F at 1, 3, 12 and 23 h.
TEST(Laws, BathtubMeetsTheFitOfGoogleLifetimes) {
  const Law one = law(
      R"({"law": "bathtub", "a": 0.638, "tau1": "0.96 h", "tau2": "1.09 h", "b": "25.36 h",
          "cap": "24 h"})");
  // Given with three digits, so the age at which the share is reached is coarse where F is flat.
  EXPECT_NEAR(one.quantile(0.413) / hours(1), 1, 0.01);
  EXPECT_NEAR(one.quantile(0.610) / hours(1), 3, 0.03);
  EXPECT_NEAR(one.quantile(0.711) / hours(1), 23, 0.02);
  EXPECT_EQ(one.quantile(0.822), hours(24));
  EXPECT_LT(one.quantile(0.82), hours(24));
  EXPECT_NEAR(one.mean() / hours(1), 9.10, 0.005);
}

TEST(Laws, BathtubWithoutCapEndsWhereAllAreDead) {
  const Law one = law(all_laws()[6]);
  EXPECT_NEAR(*one.upper_bound() / hours(1), 24.1605, 5e-5);
  EXPECT_NEAR(one.mean() / hours(1), 13.298, 5e-4);
  EXPECT_EQ(one.quantile(0), 0s);
}

TEST(Laws, AnEarlyCapBindsAndALateOneDoesNot) {
  const std::string shape =
      R"({"law": "bathtub", "a": 1, "tau1": "1 h", "tau2": "1 h", "b": "9 h")";
  EXPECT_EQ(law(shape + R"(, "cap": "2 h"})").upper_bound(), hours(2));
  EXPECT_LT(*law(shape + R"(, "cap": "99 h"})").upper_bound(), hours(9.1));
}

TEST(Laws, MisfitsAreReportedAtTheirPlace) {
  EXPECT_EQ(problems(R"({"law": "uniform", "least": "3 s", "most": "2 s"})"),
            "test.json: /boot/most: shorter than \"least\"; exchange the two");
  EXPECT_EQ(problems(R"({"law": "lognornal", "median": "1 s", "sigma": 1})"),
            "test.json: /boot/law: unknown name \"lognornal\"; did you mean \"lognormal\"?");
  EXPECT_EQ(problems(R"({"mean": "1 s"})"),
            "test.json: /boot: \"law\" is missing; it is distribution of the duration");
  EXPECT_EQ(problems(R"({"law": "exponential", "median": "1 s"})"),
            "test.json: /boot: \"mean\" is missing; it is mean of the exponential law\n"
            "test.json: /boot/median: unknown option; did you mean \"mean\"?");
  EXPECT_EQ(problems(R"({"law": "empirical", "values": []})"),
            "test.json: /boot/values: no duration to draw from; give at least one");
  EXPECT_EQ(problems("90"), "test.json: /boot: expected text or an object, found 90");
  EXPECT_EQ(problems(R"({"law": "weibull", "shape": 0, "scale": "1 s"})"),
            "test.json: /boot/shape: out of range, found 0; give a value above 0");
}

TEST(Laws, TheSchemaOffersTheParametersOfAllLaws) {
  Booting booting;
  const std::string schema =
      option_schema([&](Fields& fields) { booting.describe(fields); }, "booting");
  for (const std::string key : {"least", "mean", "shape", "sigma", "mean2", "tau1", "values"})
    EXPECT_NE(schema.find("\"" + key + "\""), std::string::npos) << key;
}

}  // namespace
}  // namespace spotgrid
