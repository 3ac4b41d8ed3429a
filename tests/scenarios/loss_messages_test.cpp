// What is said about jobs that cannot train to their loss.
// SPDX-License-Identifier: Apache-2.0
#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view job = R"({
  "job": {"workload": "resnet-110", "loss": 0.8,
          "training": {"mode": "parameter_server", "nodes": 4, "servers": {"pool": 1}}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
               "capacity": "unlimited"},
              {"zone": "us-west-2b", "instance": "m5.xlarge", "spot": false}],
    "reclaim": [{"kind": "none"}]},
  "provisioning": {"policy": "cheapest_spot"}
})";

std::string said(Changes changes) {
  try {
    assemble(written(changes, job));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LossMessages, ALossNeedsALawOfIt) {
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({{"job.workload", "resnet-50"}}),
            "run.json: /job/loss: resnet-50 has no loss law; give samples instead, or write the "
            "workload out with \"loss\"");
  EXPECT_EQ(said({{"job.loss", "0.5"}}),
            "run.json: /job/loss: resnet-110 never falls below 0.5, found 0.5; train to a higher "
            "loss");
  EXPECT_EQ(said({{"job.batch_per_gpu", "13000"}}),
            "run.json: /job/loss: the batches of all pools are beyond what the loss law of "
            "resnet-110 describes; use smaller ones by job.batch_per_gpu, or other instance types");
}

TEST(LossMessages, TheLawIsOfWorkersAtTheirOwnPace) {
  EXPECT_EQ(
      said({{"job.training.sync", "bsp"}}),
      "run.json: /job/loss: the loss law is that of asynchronous parameter servers, the mode "
      "is parameter_server; use \"parameter_server\" with \"sync\": \"asp\", or give samples");
  EXPECT_EQ(said({{"job.training.sync", "bsp"}, {"job.training.contention", "analytic"}})
                .rfind("run.json: /job/training/contention: eq. 8 is of workers that go at their "
                       "own pace; use asp",
                       0),
            0U);
}

TEST(LossMessages, GoodputIsOfLinksAndInOrder) {
  const Override points{"job.training.goodput",
                        R"([{"workers": 4, "share": 1}, {"workers": 4, "share": 0.5}])"};
  EXPECT_EQ(said({points}),
            "run.json: /job/training/goodput: the points are not in the order of workers; sort "
            "them, each number once");
  EXPECT_EQ(said({{"job.training.goodput", R"([{"workers": 4, "share": 0.5}])"},
                  {"job.training.contention", "analytic"}}),
            "run.json: /job/training/goodput: eq. 8 knows no links, found both; use contention "
            "emergent");
}

TEST(LossMessages, PoliciesThatPlanForALossNeedOne) {
  EXPECT_EQ(said({{"job.deadline", "2 h"}, {"provisioning.policy", "spotdnn"}}), "");
  EXPECT_EQ(
      said({{"job", R"({"workload": "resnet-110", "samples": 1000, "deadline": "2 h",
                              "training": {"mode": "parameter_server", "nodes": 4,
                                           "servers": {"pool": 1}}})"},
            {"provisioning.policy", "spotdnn"}}),
      "run.json: /job: the policy spotdnn plans for a loss, found none; give \"loss\", such as "
      "0.8, instead of samples");
}

}  // namespace
}  // namespace spotgrid::scenarios
