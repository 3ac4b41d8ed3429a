// Jobs of spotDNN in recorded markets: what runs of made-up traces come to, by hand, and one loss
// in the real ones.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/spotdnn_replayed.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "commands/reproduce/recorded_market.hpp"
#include "commands/reproduce/replayed_ranking.hpp"
#include "sim/own_process.hpp"
#include "tests/peers/made_up_traces.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::commands::reproduction {
namespace {

// 30 h of data and runs of 24 h: one start lies in the first three hours, one in the next three.
constexpr int ticks = 360;
int gone_after_three_hours(int tick) {
  return tick < 36 ? 16 : 0;
}

const PolicyRuns& runs_of(const Replayed& all, std::string_view policy) {
  return *std::find_if(all.policies.begin(), all.policies.end(),
                       [&](const PolicyRuns& one) { return one.policy == policy; });
}

// The plans take 2248.77 and 2549.02 s by the model (`predict`), a start-up of 126 s, and whole
// iterations a second or two; workers are paid from 30 s on, and so is the server.
TEST(SpotDnnReplayed, TwoStartsComeToWhatTheyDoByHand) {
  const MadeUpTraces traces(ticks, gone_after_three_hours);
  const Replayed all = replay(replayed_cases().front(), traces.path(), 2, {.how = {.jobs = 2}});
  EXPECT_EQ(all.start_up_s, 126);
  EXPECT_EQ(all.span_h, 30);
  EXPECT_EQ(all.traced, std::vector<std::string>{"p3.2xlarge"});
  EXPECT_EQ(all.to_be_had, std::vector<std::int64_t>{1});
  const std::vector<ReplayedRun>& spotdnn = runs_of(all, "spotdnn").runs;
  ASSERT_EQ(spotdnn.size(), 2U);
  EXPECT_LT(spotdnn[0].start_s, 3 * 3600);
  EXPECT_GE(spotdnn[1].start_s, 3 * 3600);
  EXPECT_LT(spotdnn[1].start_s, 6 * 3600);
  EXPECT_NEAR(spotdnn[0].finish_s, 2248.77 + 126 + 1, 1.5);  // 3 p3.2xlarge
  EXPECT_NEAR(spotdnn[1].finish_s, 2549.02 + 126 + 1, 1.5);  // 5 g3.8xlarge, 3 g3.16xlarge
  const double p3 = 3 * 0.9 + 0.192, g3 = 5 * 0.684 + 3 * 1.368 + 0.192;
  EXPECT_NEAR(spotdnn[0].cost_usd, p3 * (spotdnn[0].finish_s - 30) / 3600, 2e-6);
  EXPECT_NEAR(spotdnn[1].cost_usd, g3 * (spotdnn[1].finish_s - 30) / 3600, 2e-6);
  EXPECT_EQ(spotdnn[0].outcome, Outcome::finished);
  EXPECT_EQ(spotdnn[1].outcome, Outcome::finished_late) << "its plan leaves the start-up out";
  EXPECT_TRUE(all.in_time(spotdnn[1])) << "but the paper's times do so, too";
  const std::vector<ReplayedRun>& on_demand = runs_of(all, "on_demand_plan").runs;
  EXPECT_EQ(on_demand[0].cost_usd, on_demand[1].cost_usd);
  EXPECT_NEAR(on_demand[1].cost_usd, (3 * 3.06 + 0.192) * (spotdnn[0].finish_s - 30) / 3600, 0.01);
  for (const PolicyRuns& one : all.policies)
    EXPECT_EQ(one.runs[0].lost + one.runs[1].lost, 0) << one.policy;
}

TEST(SpotDnnReplayed, TracesThatAreShorterThanARunAreRefused) {
  const MadeUpTraces traces(240, [](int) { return 16; });
  try {
    RecordedMarket("replayed.json", traces.path());
    FAIL() << "expected InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.problems().front().message(),
              "--traces: runs of 24 h do not fit into the traces of " +
                  traces.path("replayed.json") +
                  ", found 20 h that all of its files have; give the whole files");
  }
}

TEST(SpotDnnReplayed, AMissingFileIsNamed) {
  const MadeUpTraces traces(ticks, gone_after_three_hours);
  const std::string name = "skynomad-aws-v100-multinode-2023/16-nodes/us-east-2b_v100_1.json";
  std::filesystem::remove(traces.path(name));
  EXPECT_NO_THROW(RecordedMarket("replayed.json", traces.path()));
  try {
    RecordedMarket("replayed_stand_ins.json", traces.path());
    FAIL() << "expected InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.kind(), InputKind::data);
    EXPECT_EQ(error.problems().front().message(),
              traces.path(name) +
                  ": there is no such file, found nothing; --traces names the folder in which " +
                  name + " lies");
  }
}

// p3.2xlarge alone: in three hours it is gone and never comes back, so that of the second job
// nothing is trained, while its server is paid for a day.
TEST(SpotDnnReplayed, TablesHaveALineForEachPolicyAndEachRun) {
  const MadeUpTraces traces(ticks, gone_after_three_hours);
  const auto replayed = [&](std::size_t jobs) {
    return std::vector<Replayed>{
        replay(replayed_cases()[5], traces.path(), 2, {.how = {.jobs = jobs}})};
  };
  const std::vector<Replayed> all = replayed(2);
  const std::string summary = replayed_csv(all), runs = replayed_runs_csv(all);
  EXPECT_EQ(std::count(summary.begin(), summary.end(), '\n'), 1 + 7);
  EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 1 + 7 * 2);
  EXPECT_NE(
      runs.find("\np3.2xlarge alone,0.8,2600,spotdnn,15940,not_finished,0,86400,4.6064,0,0,0\n"),
      std::string::npos)
      << runs;
  const std::string text = replayed_text(all);
  EXPECT_NE(text.find("\nspotdnn            1 of 2             1         1  "), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  the ranking survives: no, because spotdnn is in time at 1 of 2 starts "
                      "(published: in time);\n"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\nall: the ranking survives in 0 of 1\n")) << text;
  EXPECT_EQ(replayed_runs_csv(replayed(1)), runs) << "whatever the number of jobs";
}

// Three p3.2xlarge train from 126 s on. At 563,100 s of the trace the fleet falls from 16 to 0,
// which is announced to each 120 s before and seen 24 s later; twice three replacements are asked
// for in the pool that is about to fall, and fall with it. 15 s after that the plan is of g3.
TEST(SpotDnnReplayed, ALossInTheRecordedMarketIsSeenAndTakenOver) {
  SPOTGRID_NEEDS(traces, "traces");
  const RecordedMarket market("replayed.json", traces.string());
  spotgrid::Setup setup = market.setup({{"start", "561859 s"}});
  setup.keep_journal = true;
  const RunResult run = simulate_apart(setup);
  const auto lines = [&](std::string_view text) {
    return std::count_if(run.journal.begin(), run.journal.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  };
  EXPECT_EQ(lines(R"({"t": 0, "event": "requested", "node": 3, "pool": 0)"), 1);
  EXPECT_EQ(lines(R"({"t": 1121, "event": "notice_sent")"), 3);
  EXPECT_EQ(lines(R"({"t": 1145, "event": "notice_seen")"), 3);
  EXPECT_EQ(lines(R"({"t": 1241, "event": "node_lost")"), 9);
  EXPECT_EQ(lines(R"("during": "training", "noticed": true)"), 3);
  EXPECT_EQ(lines(R"({"t": 1256, "event": "plan_made", "spot": 8)"), 1);
  EXPECT_EQ(lines(R"({"t": 1382, "event": "members_changed", "workers": 8)"), 1);
  EXPECT_EQ(run.outcome, Outcome::finished_late);
  // At 0.918 $/h of the trace: three until 1241 s, three from 1175 s, three from 1229 s; g3 from
  // 1286 s, the server all the time.
  const double p3 = 0.918 * 3 * ((1241 - 30) + (1241 - 1175) + (1241 - 1229));
  const double g3 = (5 * 0.684 + 3 * 1.368) * (run.makespan_s - 1286);
  EXPECT_NEAR(run.cost_usd, (p3 + g3 + 0.192 * (run.makespan_s - 30)) / 3600, 2e-6);
  EXPECT_NEAR(run.makespan_s, 2636.5, 0.1);
}

}  // namespace
}  // namespace spotgrid::commands::reproduction
