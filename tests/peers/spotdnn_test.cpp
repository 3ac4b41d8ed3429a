// The model and the searches of spotDNN against its authors' own program, and against an
// independent reading of the paper's equations.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "models/formulas/spotdnn_search.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::formulas::spotdnn {
namespace {

using nlohmann::json;

// The file writes infinities as words.
double number(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

void equals(double found, const json& expected, const std::string& what) {
  const double value = number(expected);
  if (std::isinf(value)) {
    EXPECT_EQ(found, value) << what;
  } else {
    EXPECT_NEAR(found, value, 1e-9 * std::max(1.0, std::abs(value))) << what;
  }
}

class Case {
 public:
  explicit Case(const json& all) : all_(all) {
    const json& workload = at("inputs").at("workload");
    const auto given = [&](const char* key) { return workload.at(key).get<double>(); };
    model.parameters = megabytes(given("param_mb"));
    model.worker = Bandwidth::of(1e6 * given("breq_mbps"));
    model.servers = Bandwidth::of(1e6 * given("bps_mbps"));
    model.pcie = Bandwidth::of(1e6 * given("bpcie_mbps"));
    model.contention = {given("alpha1"), given("beta1"), ""};
    model.loss = {given("gamma1"), given("gamma2"), given("gamma3"), {}, given("gamma5"), ""};
    if (workload.contains("gamma4"))
      model.loss.gamma4 = given("gamma4");
    for (const json& type : at("inputs").at("types")) {
      const auto gpus = type.at("gpus").get<std::int64_t>();
      const double batch = static_cast<double>(gpus) * type.at("batch_per_gpu").get<double>();
      market.types.push_back(
          {gpus, batch, compute_from_speed(model, gpus, batch, type.at("single_worker_speed")),
           dollars_per_hour(type.at("spot_price_per_h"))});
      market.quota.push_back(type.at("quota"));
    }
  }

  const json& at(const char* key) const { return all_.at(key); }
  std::string id() const { return at("id"); }
  std::string kind() const { return at("kind"); }
  double loss() const { return at("inputs").at("loss_target"); }
  Model in(Form form, Rounding rounding = Rounding::none) const {
    Model one = model;
    one.form = form;
    one.rounding = rounding;
    return one;
  }
  Objective objective() const {
    Objective one;
    const json& inputs = at("inputs");
    one.loss = loss();
    if (kind() == "revocation") {
      one.time = Seconds{inputs.at("remaining_time_s").get<double>()};
      one.loss_now = inputs.at("loss_now").get<double>();
      one.takeover = Seconds{inputs.at("takeover_overhead_s").get<double>()};
    } else {
      one.time = Seconds{inputs.at("time_target_s").get<double>()};
    }
    return one;
  }

  Model model;
  Market market;

 private:
  const json& all_;
};

class SpotDnnOracle : public testing::Test {
 protected:
  void SetUp() override {
    const auto found = test_data("oracle/spotdnn_cases.json");
    if (!found)
      GTEST_SKIP() << no_test_data("oracle/spotdnn_cases.json");
    std::ifstream file(*found);
    all_ = json::parse(file);
  }
  template <class Check>
  int for_each(const char* kind, Check check) {
    int count = 0;
    for (const json& one : all_.at("cases")) {
      if (one.at("kind") != kind)
        continue;
      ++count;
      SCOPED_TRACE(one.at("id").get<std::string>());
      check(Case(one));
    }
    return count;
  }

 private:
  json all_;
};

void check_paper(const Outlook& found, const json& expected) {
  EXPECT_EQ(found.cluster.workers, expected.at("n").get<std::int64_t>());
  equals(found.cluster.contended, expected.at("P"), "P");
  equals(found.cluster.bandwidth.value() / 1e6, expected.at("worker_ps_bandwidth"), "B_wk");
  equals(found.cluster.iteration.count(), expected.at("T_exp_s"), "T_exp");
  equals(found.cluster.batch, expected.at("wa_batch"), "b_w");
  equals(found.cluster.convergence, expected.at("cc_R"), "R");
  equals(found.cluster.speed, expected.at("cluster_speed"), "v");
  equals(found.iterations, expected.at("iterations"), "j");
  equals(found.time.count(), expected.at("time_s"), "T");
  equals(found.cost.value(), expected.at("cost_usd"), "C");
}

TEST_F(SpotDnnOracle, EquationsOfThePaper) {
  EXPECT_EQ(for_each("predict",
                     [](const Case& one) {
                       const Counts plan = one.at("inputs").at("plan");
                       const Model model = one.in(Form::paper);
                       check_paper(
                           outlook(model, cluster_of(model, one.market.types, plan), one.loss()),
                           one.at("paper_equations"));
                     }),
            17);
}

// Before its last rounding of time and cost.
TEST_F(SpotDnnOracle, EquationsOfTheReleasedProgram) {
  for_each("predict", [](const Case& one) {
    const Model model = one.in(Form::released, Rounding::released);
    const json& expected = one.at("authors_code");
    const Counts plan = one.at("inputs").at("plan");
    const Cluster cluster = cluster_of(model, one.market.types, plan);
    const Outlook found = outlook(model, cluster, one.loss());
    equals(cluster.contended, expected.at("p_of_n"), "P");
    equals(cluster.bandwidth.value() / 1e6, expected.at("worker_ps_bandwidth"), "B_wk");
    equals(cluster.batch, expected.at("norm_batch"), "b_w");
    equals(cluster.speed, expected.at("cluster_speed"), "v");
    Model exact = model;
    exact.rounding = Rounding::none;
    equals(iterations_to(exact, cluster, one.loss(), {}), expected.at("iterations_raw"), "raw j");
    equals(found.iterations, expected.at("iterations_rounded"), "j");
    if (std::isfinite(found.time.count())) {
      const Seconds time{std::round(100 * found.time.count()) / 100};
      equals(time.count(), expected.at("time_s"), "T");
      equals(std::round(1e6 * (cluster.price * time).value()) / 1e6, expected.at("cost_usd"), "C");
    }
  });
}

TEST_F(SpotDnnOracle, AlgorithmOfThePaper) {
  EXPECT_EQ(for_each("provision",
                     [](const Case& one) {
                       const Model model = one.in(Form::paper);
                       const Search found = sliding_window(model, one.market, one.objective());
                       const json& expected = one.at("paper_algorithm1");
                       ASSERT_EQ(found.outlook.has_value(), expected.at("feasible").get<bool>());
                       EXPECT_EQ(found.outlook.has_value(), found.reason.empty());
                       if (expected.at("n_lower").is_number()) {
                         EXPECT_EQ(found.n_lower, expected.at("n_lower").get<std::int64_t>());
                       }
                       EXPECT_EQ(found.n_upper, expected.at("n_upper").get<std::int64_t>());
                       if (!found.outlook)
                         return;
                       EXPECT_EQ(found.examined, expected.at("windows_examined"));
                       EXPECT_EQ(found.added, expected.at("plan").get<Counts>());
                       check_paper(*found.outlook, expected.at("evaluation"));
                     }),
            16);
}

TEST_F(SpotDnnOracle, AlgorithmOfTheReleasedProgram) {
  for_each("provision", [](const Case& one) {
    const Model model = one.in(Form::released, Rounding::released);
    const Search found = sliding_window(model, one.market, one.objective());
    const json& expected = one.at("authors_code");
    ASSERT_EQ(found.outlook.has_value(), expected.at("feasible").get<bool>()) << found.reason;
    if (found.outlook) {
      EXPECT_EQ(found.added, expected.at("plan").get<Counts>());
    }
  });
}

TEST_F(SpotDnnOracle, TheCheapestOfAllPlans) {
  for_each("provision", [](const Case& one) {
    const Search found = exhaustive(one.in(Form::paper), one.market, one.objective());
    const json& expected = one.at("exhaustive_minimum");
    const bool feasible = !expected.is_null() && !expected.at("plan").is_null();
    ASSERT_EQ(found.outlook.has_value(), feasible) << found.reason;
    if (!found.outlook)
      return;
    EXPECT_EQ(found.added, expected.at("plan").get<Counts>());
    equals(found.outlook->time.count(), expected.at("time_s"), "T");
    equals(found.outlook->cost.value(), expected.at("cost_usd"), "C");
    EXPECT_LE(found.examined, expected.at("plans_examined"));
  });
}

TEST_F(SpotDnnOracle, TakeoverAfterARevocation) {
  EXPECT_EQ(
      for_each("revocation",
               [](const Case& one) {
                 const Model model = one.in(Form::paper);
                 Market market = one.market;
                 market.existing = one.at("inputs").at("existing").get<Counts>();
                 const Search found = sliding_window(model, market, one.objective());
                 const json& expected = one.at("paper_algorithm1_with_E");
                 EXPECT_EQ(found.n_lower, expected.at("n_lower").get<std::int64_t>());
                 EXPECT_EQ(found.n_upper, expected.at("n_upper").get<std::int64_t>());
                 ASSERT_EQ(found.outlook.has_value(), !expected.at("new_instances").is_null());
                 if (!found.outlook)
                   return;
                 EXPECT_EQ(found.added, expected.at("new_instances").get<Counts>());
                 const Seconds overhead = one.objective().takeover;
                 equals((found.outlook->time + overhead).count(),
                        expected.at("remaining_time_incl_overhead_s"), "T");
                 equals(found.outlook->cost.value(), expected.at("cost_usd_excl_overhead"), "C");
                 equals(found.outlook->iterations, expected.at("remaining_iterations"), "j");
                 equals(found.outlook->cluster.convergence, expected.at("cc_R"), "R");
               }),
      5);
}

// Both readings of the paper give the plan of its Fig. 9.
TEST_F(SpotDnnOracle, TakeoverWhereOnlyNewWorkersCount) {
  for_each("revocation", [](const Case& one) {
    if (one.id() != "R01")
      return;
    Market market = one.market;
    market.existing = one.at("inputs").at("existing").get<Counts>();
    Objective objective = one.objective();
    objective.counting = Counting::added;
    const Search found = sliding_window(one.in(Form::paper), market, objective);
    EXPECT_EQ(found.n_lower, 2);
    EXPECT_EQ(found.added, (Counts{3, 0, 0, 0, 0}));
  });
}

}  // namespace
}  // namespace spotgrid::formulas::spotdnn
