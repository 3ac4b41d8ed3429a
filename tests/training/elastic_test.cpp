// The options of an elastic gang: read, resolved, refused.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "sim/domain/training.hpp"
#include "tests/scenarios/written.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid::scenarios {
namespace {

TrainingTraits traits_of(const std::string& options) {
  return configured(training::catalogue(), "all_reduce", R"({"nodes": 8, )" + options + "}")
      ->make()
      ->traits();
}

TEST(ElasticOptions, ReachTheTraits) {
  const TrainingTraits traits = traits_of(R"("elastic": {"min": 4}, "batch": "keep")");
  EXPECT_EQ(traits.nodes, 8);
  EXPECT_EQ(traits.min_nodes, 4);
  EXPECT_TRUE(traits.elastic());
  EXPECT_TRUE(traits.keeps_batch);
  EXPECT_EQ(traits.join_after, Seconds{60});
  EXPECT_FALSE(traits_of(R"("elastic": {"min": 4}, "batch": "shrink")").keeps_batch);
}

TEST(ElasticOptions, JoinIsAWordOrABatch) {
  const auto join = [](const std::string& text) {
    return traits_of(R"("elastic": {"min": 4}, "batch": "keep", "join": )" + text).join_after;
  };
  EXPECT_EQ(join(R"("immediate")"), Seconds{0});
  EXPECT_EQ(join(R"("next_save")"), std::nullopt);
  EXPECT_EQ(join(R"({"batch": "5 min"})"), Seconds{300});
}

TEST(ElasticOptions, OfAWholeGangLeaveItRigid) {
  EXPECT_FALSE(traits_of(R"("elastic": {"min": 8, "max": 8}, "batch": "keep")").elastic());
}

TEST(ElasticOptions, AreWrittenIntoTheResolvedScenario) {
  const Assembled whole = assembled({{"job.training.elastic", R"({"min": 2})"},
                                     {"job.training.batch", "keep"},
                                     {"job.training.on_change", "replica"}});
  const std::string text = to_json(whole.resolved, -1);
  EXPECT_NE(text.find(R"("elastic":{"min":2,"max":4})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("join":{"batch":"60 s"})"), std::string::npos) << text;
  EXPECT_EQ(whole.setup.job.gang, Gang::accumulate);
  EXPECT_EQ(whole.setup.fidelity.kind, Fidelity::Kind::memo);
  EXPECT_TRUE(whole.warnings.empty());
}

TEST(ElasticOptions, AreRefusedWithoutAnElasticGang) {
  EXPECT_EQ(problems({{"job.training.join", "immediate"}, {"job.training.batch", "keep"}}),
            "run.json: /job/training/join: only an elastic gang takes in nodes later; leave it "
            "out, or give \"elastic\", such as {\"min\": 4}\n"
            "run.json: /job/training/batch: only an elastic gang changes its size; leave it out, "
            "or give \"elastic\", such as {\"min\": 4}");
}

TEST(ElasticOptions, SayWhatBecomesOfTheBatch) {
  EXPECT_EQ(problems({{"job.training.elastic", R"({"min": 2})"}}),
            "run.json: /job/training/batch: an elastic gang says what its global batch does when "
            "its size changes; give \"keep\" or \"shrink\"");
}

TEST(ElasticOptions, KeepWithinTheNodes) {
  const auto refused = [](const std::string& size) {
    return problems({{"job.training.elastic", size}, {"job.training.batch", "keep"}});
  };
  EXPECT_EQ(refused(R"({"min": 5})"),
            "run.json: /job/training/elastic: \"min\" is more than the workers wanted in "
            "\"nodes\"; use at most \"nodes\"");
  EXPECT_EQ(refused(R"({"min": 2, "max": 8})"),
            "run.json: /job/training/elastic: \"max\" differs from the workers wanted in "
            "\"nodes\"; leave \"max\" out, or give both the same number");
  EXPECT_EQ(refused("{}"),
            "run.json: /job/training/elastic: \"min\" is missing; it is the fewest workers with "
            "which training goes on");
}

TEST(ElasticOptions, OfJoinsFitTheScheme) {
  EXPECT_EQ(problems({{"job.training.elastic", R"({"min": 2})"},
                      {"job.training.batch", "keep"},
                      {"job.training.join", "next_save"}}),
            "run.json: /job/training/join: next_save waits for saves, but the scheme none makes "
            "none; choose a scheme that saves, such as direct_storage, or {\"batch\": \"60 s\"}");
  const Assembled anew =
      assembled({{"job.training.elastic", R"({"min": 2})"}, {"job.training.batch", "keep"}});
  EXPECT_EQ(anew.warnings,
            std::vector<std::string>{
                "each node that joins the elastic gang begins the job anew, since the scheme none "
                "does not save; use on_change replica, or a scheme that saves"});
}

TEST(ElasticOptions, ThatMoveResultsAreListed) {
  const auto choices = assembled({{"job.training.elastic", R"({"min": 2})"},
                                  {"job.training.batch", "keep"},
                                  {"job.training.on_change", "replica"}})
                           .assumptions;
  std::string all;
  for (const std::string& one : choices)
    all += one + "\n";
  EXPECT_NE(all.find("batch keep"), std::string::npos) << all;
}

}  // namespace
}  // namespace spotgrid::scenarios
