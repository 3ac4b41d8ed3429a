// Jobs that train to a loss: the loss state on one cluster, and over changes of it, against the
// closed forms of spotDNN.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

namespace spotdnn = formulas::spotdnn;

// ResNet-110 to a loss of 0.8 on nodes of the catalogue, one server with 1.2 GB/s.
class ToALoss {
 public:
  explicit ToALoss(int nodes, const std::string& options = R"("contention": "analytic")") {
    run.mode("parameter_server",
             R"({"pcie": "10 GB/s", "nodes": )" + std::to_string(nodes) + ", " + options + "}");
    run.setup.job.workload = workloads::find("resnet-110");
    run.setup.job.workload->checkpoint.size = Bytes::of(1);
    objective(0.8);
    run.setup.network.nic = NicRegime::burst;
    pool(0, "p3.2xlarge", nodes);
    Pool servers = run.setup.market.pools[0];
    servers.instance.name = "server";
    servers.instance.gpu.reset();
    servers.instance.network = {Bandwidth::of(1.2e9), {}, ""};
    run.setup.market.pools.push_back(servers);
    run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
    run.setup.fidelity = {Fidelity::Kind::macro, 1};
  }
  ToALoss& objective(double loss) {
    run.setup.job.loss = loss;
    run.setup.job.target = Work::of(run.setup.job.workload->loss->state_at(loss));
    return *this;
  }
  // A further type, of which there are so many.
  ToALoss& also(const char* instance, int nodes) {
    run.setup.market.pools.push_back(run.setup.market.pools[0]);
    pool(run.setup.market.pools.size() - 1, instance, nodes);
    return *this;
  }

  ARun run;

 private:
  void pool(std::size_t place, const char* instance, int nodes) {
    Pool& one = run.setup.market.pools.at(place);
    one.instance = *instances::find(instance);
    one.capacity = {CapacityKind::limit,
                    StepSeries<std::int64_t>({{Instant::at(Seconds{-1}), nodes}}), 0};
  }
};

spotdnn::Model model() {
  return spotdnn::model_of(*workloads::find("resnet-110"));
}
spotdnn::WorkerType worker(const char* instance) {
  return *spotdnn::worker_of(*workloads::find("resnet-110"), *instances::find(instance), Price{});
}

// Equal workers that start at once end together: after as many rounds as the law needs.
TEST(LossObjective, IsReachedAfterTheIterationsOfTheLaw) {
  const spotdnn::Cluster four = spotdnn::cluster_of(model(), {worker("p3.2xlarge")}, {4});
  const double rounds = std::ceil(spotdnn::iterations_to(model(), four, 0.8, {}) / 4);
  const RunResult result = ToALoss(4, R"("contention": "analytic", "stagger": false)").run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.iterations, static_cast<std::int64_t>(4 * rounds));
  const double join =
      (megabytes(11.5) / Bandwidth::of(142e6) + megabytes(11.5) / Bandwidth::of(10e9)).count();
  EXPECT_NEAR(result.makespan_s, join + rounds * 4 * four.iteration.count(), 1e-4);
  ASSERT_TRUE(result.loss);
  EXPECT_LE(result.loss->reached.value(), 0.8);
  EXPECT_GT(result.loss->reached.value(), 0.7999);
  EXPECT_EQ(result.loss->samples, 1024.0 * static_cast<double>(result.counters.iterations));
}

// Time to the loss on any mix, to within an iteration of its slowest worker.
TEST(LossObjective, OfUnlikeWorkersTakesTheirMeanIterations) {
  ToALoss job(8);
  job.run.setup.market.pools[0].capacity.count =
      StepSeries<std::int64_t>({{Instant::at(Seconds{-1}), 0}});
  job.also("g3.8xlarge", 5).also("g3.16xlarge", 3);
  job.run.setup.job.placement = Placement::any;
  const RunResult result = job.run.run();
  const spotdnn::Cluster all =
      spotdnn::cluster_of(model(), {worker("g3.8xlarge"), worker("g3.16xlarge")}, {5, 3});
  const Seconds expected = spotdnn::outlook(model(), all, 0.8).time;
  EXPECT_NEAR(expected.count(), 2549.02, 0.01);  // spotDNN, Table I
  EXPECT_NEAR(result.makespan_s, expected.count(), 1.1);
}

// du/dt = 1/(K T_exp) of the workers that are there; u is continuous when half of them are lost.
TEST(LossObjective, TheLossIsContinuousWhenWorkersChange) {
  ToALoss job(8);
  job.run.capacity(CapacityKind::limit, {{Seconds{-1}, 8}, {Seconds{600}, 4}});
  job.run.reclaim("capacity", "{}");
  const RunResult result = job.run.run();
  const auto rate = [](std::int64_t n) {
    const spotdnn::Cluster all = spotdnn::cluster_of(model(), {worker("p3.2xlarge")}, {n});
    return 1 / (all.decay * all.iteration.count());
  };
  const spotdnn::Cluster eight = spotdnn::cluster_of(model(), {worker("p3.2xlarge")}, {8});
  const double start = 876.5 / eight.decay, end = 1 / (0.8 - 0.5);
  const double expected = 600 + (end - start - 600 * rate(8)) / rate(4);
  EXPECT_NEAR(result.makespan_s, expected, 1.0);
  EXPECT_EQ(result.counters.preemptions, 4);
}

// n B_req <= B_ps: flows through links come to what eq. 8 says.
TEST(LossObjective, EmergentAndAnalyticAgreeBelowTheThreshold) {
  for (const int nodes : {1, 4, 8}) {
    const double emergent = ToALoss(nodes, R"("contention": "emergent")").run.run().makespan_s;
    const double analytic = ToALoss(nodes).run.run().makespan_s;
    EXPECT_NEAR(emergent / analytic, 1, 0.01) << nodes;
  }
}

TEST(LossObjective, ABatchBeyondTheLawIsInfeasible) {
  ToALoss job(2);
  job.run.setup.job.workload->loss->gamma2 = -3;  // K = -564 for batches of 1024
  const RunResult result = job.run.run();
  EXPECT_NE(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.iterations, 0);
  EXPECT_FALSE(result.loss->reached);
}

// The law has one worker begin at 876.5 / 2302.8: a loss of 3.13.
TEST(LossObjective, AJobThatBeginsBelowItsLossIsDone) {
  const RunResult result = ToALoss(1).objective(3.2).run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.iterations, 0);
  EXPECT_NEAR(result.loss->reached.value(), 0.5 + 2302.8 / 876.5, 1e-6);
}

// A rollback without a copy never goes below where the job began.
TEST(LossObjective, BeginsAgainWhereItBegan) {
  ToALoss job(4);
  job.run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}, {Seconds{300}, 0}, {Seconds{400}, 4}});
  job.run.reclaim("capacity", "{}");
  const RunResult lost = job.run.run();
  const RunResult quiet = ToALoss(4).run.run();
  EXPECT_EQ(lost.outcome, Outcome::finished);
  EXPECT_NEAR(lost.makespan_s, quiet.makespan_s + 100, 2);  // the servers keep the state
}

}  // namespace
}  // namespace spotgrid
