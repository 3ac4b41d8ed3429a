// Saves and restores through shared storage: graphs against closed forms, milestones in order.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

// A scheme, four workers or servers of 1.25 GB/s with a state of 4 GB, and their network.
struct Saving {
  std::unique_ptr<CheckpointScheme> scheme;
  TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 4}.cluster();
  SaveContext context;
  GraphNetwork network;

  explicit Saving(const std::string& options, StateLayout state = StateLayout::replicated)
      : scheme(plug_in(schemes::catalogue(), "direct_storage", options)) {
    context.cluster = &cluster;
    context.state = state;
    context.state_size = megabytes(4000);
    network = network_of(cluster);
    network.storage_write = scheme->traits().storage->write;
    network.storage_read = scheme->traits().storage->read;
  }
  Saving(const Saving&) = delete;
  Saving& operator=(const Saving&) = delete;

  ActivityGraph save_graph() const { return scheme->save(context).stages.front().graph; }
  double save() const { return graph_length(save_graph(), network).count(); }
  double restore() const { return graph_length(scheme->restore(context, {}), network).count(); }
  double quiet_save() const { return scheme->quiet_save(context).latency.count(); }
  double quiet_restore() const { return scheme->quiet_restore(context).count(); }
};

constexpr double latency = 14e-6;

TEST(DirectStorage, RankZeroSerialisesWritesAndFlushes) {
  const Saving one(R"({"storage": {"write": "200 MB/s", "fsync": "2 s"}, "serialise": "1 GB/s"})");
  EXPECT_NEAR(one.save(), 4 + latency + 20 + 2, 1e-9);
  EXPECT_NEAR(one.quiet_save(), 4 + latency + 20 + 2, 1e-9);
}

TEST(DirectStorage, SaveCostsNothingBesideTheWriteByDefault) {
  const Saving one(R"({"storage": {"write": "5 GB/s"}})");
  EXPECT_NEAR(one.save(), latency + 3.2, 1e-9);  // the NIC rules
  EXPECT_NEAR(one.quiet_save(), latency + 3.2, 1e-9);
}

TEST(DirectStorage, AllWritersShareTheStorage) {
  const Saving all(
      R"({"storage": {"write": "200 MB/s"}, "writers": "all", "serialise": "1 GB/s"})");
  EXPECT_NEAR(all.save(), 1 + latency + 20, 1e-9);
  EXPECT_NEAR(all.quiet_save(), 1 + latency + 20, 1e-9);
}

TEST(DirectStorage, AllWritersAreFourTimesAsFastWhereTheNicRules) {
  const Saving all(R"({"storage": {"write": "50 GB/s"}, "writers": "all"})");
  EXPECT_NEAR(all.save(), latency + .8, 1e-9);
  EXPECT_NEAR(all.quiet_save(), latency + .8, 1e-9);
}

TEST(DirectStorage, NarrowestWriterEndsLast) {
  Saving all(R"({"storage": {"write": "2 GB/s"}, "writers": "all"})");
  all.cluster.workers[2].nic = Bandwidth::of(100e6);
  all.network.nics[Role{2}] = Bandwidth::of(100e6);
  EXPECT_NEAR(all.save(), latency + 10, 1e-9);
  EXPECT_NEAR(all.quiet_save(), latency + 10, 1e-9);
}

TEST(DirectStorage, CapOfAClientRulesBelowNicAndStorage) {
  Saving one(R"({"storage": {"write": "5 GB/s", "per_client": "100 MB/s"}})");
  one.network.cap_per_flow = one.scheme->traits().storage->per_client;
  EXPECT_NEAR(one.save(), latency + 40, 1e-9);
  EXPECT_NEAR(one.quiet_save(), latency + 40, 1e-9);
  EXPECT_NEAR(one.quiet_restore(), latency + 40, 1e-9);
}

TEST(DirectStorage, CapsOfTheNetworkCountInTheClosedForms) {
  Saving one(R"({"storage": {"write": "5 GB/s"}})");
  one.context.save_cap = Bandwidth::of(100e6);
  one.context.restore_cap = Bandwidth::of(50e6);
  EXPECT_NEAR(one.quiet_save(), latency + 40, 1e-9);
  EXPECT_NEAR(one.quiet_restore(), latency + 80, 1e-9);
}

TEST(DirectStorage, ShardsAreGatheredAtRankZeroFirst) {
  const Saving one(R"({"storage": {"write": "200 MB/s"}})", StateLayout::sharded);
  // Three shards of 1 GB into one NIC, then 4 GB out.
  EXPECT_NEAR(one.save(), 2 * latency + 2.4 + 20, 1e-9);
  EXPECT_NEAR(one.quiet_save(), 2 * latency + 2.4 + 20, 1e-9);
}

TEST(DirectStorage, ServersWriteTheirOwnShards) {
  const Saving servers(R"({"storage": {"write": "50 GB/s"}})", StateLayout::on_servers);
  EXPECT_NEAR(servers.save(), latency + .8, 1e-9);
  EXPECT_NEAR(servers.quiet_save(), latency + .8, 1e-9);
  const ActivityGraph graph = servers.save_graph();
  std::vector<Role> writers;
  for (const Activity& activity : graph.activities())
    if (activity.kind == Activity::Kind::flow)
      writers.push_back(activity.from.role);
  EXPECT_EQ(writers, (std::vector<Role>{Role{4}, Role{5}, Role{6}, Role{7}}));
}

TEST(DirectStorage, MilestonesComeInOrder) {
  const Saving one(R"({"storage": {"write": "200 MB/s", "fsync": "2 s"}})");
  const ActivityGraph graph = one.save_graph();
  std::vector<Milestone> order;
  for (const Activity& activity : graph.activities())
    if (activity.milestone != Milestone::none)
      order.push_back(activity.milestone);
  EXPECT_EQ(order, (std::vector<Milestone>{Milestone::written, Milestone::committed,
                                           Milestone::durable, Milestone::training_goes_on}));
  EXPECT_NEAR(milestone_at(graph, one.network, Milestone::written)->count(), latency + 20, 1e-9);
  EXPECT_NEAR(milestone_at(graph, one.network, Milestone::committed)->count(), latency + 22, 1e-9);
  EXPECT_NEAR(milestone_at(graph, one.network, Milestone::training_goes_on)->count(), latency + 22,
              1e-9);
}

TEST(DirectStorage, AllReadersShareTheStorage) {
  const Saving all(R"({"storage": {"write": "200 MB/s", "read": "400 MB/s"}})");
  EXPECT_NEAR(all.restore(), latency + 40, 1e-9);
  EXPECT_NEAR(all.quiet_restore(), latency + 40, 1e-9);
}

TEST(DirectStorage, ReadIsAsFastAsWriteByDefault) {
  const Saving all(R"({"storage": {"write": "200 MB/s"}})");
  EXPECT_NEAR(all.quiet_restore(), latency + 80, 1e-9);
}

TEST(DirectStorage, ShardedMembersReadTheirPart) {
  const Saving all(R"({"storage": {"write": "200 MB/s"}})", StateLayout::sharded);
  EXPECT_NEAR(all.restore(), latency + 20, 1e-9);
  EXPECT_NEAR(all.quiet_restore(), latency + 20, 1e-9);
}

TEST(DirectStorage, OneReaderSendsTheStateToTheOthers) {
  const Saving one(R"({"storage": {"write": "200 MB/s"}, "restore": "one_reads"})");
  // 4 GB in at 200 MB/s, then three times 4 GB out of one NIC of 1.25 GB/s.
  EXPECT_NEAR(one.restore(), 2 * latency + 20 + 9.6, 1e-9);
  EXPECT_NEAR(one.quiet_restore(), 2 * latency + 20 + 9.6, 1e-9);
}

TEST(DirectStorage, OneReaderSendsShardsWhereStateIsSharded) {
  const Saving one(R"({"storage": {"write": "200 MB/s"}, "restore": "one_reads"})",
                   StateLayout::sharded);
  EXPECT_NEAR(one.restore(), 2 * latency + 20 + 2.4, 1e-9);
  EXPECT_NEAR(one.quiet_restore(), 2 * latency + 20 + 2.4, 1e-9);
}

TEST(DirectStorage, RestoredIsTheLastThingThatHappens) {
  for (const char* restore : {"all_read", "one_reads"}) {
    const Saving one(R"({"storage": {"write": "200 MB/s"}, "restore": ")" + std::string(restore) +
                     "\"}");
    const ActivityGraph graph = one.scheme->restore(one.context, {});
    ASSERT_TRUE(milestone_at(graph, one.network, Milestone::restored)) << restore;
    EXPECT_EQ(milestone_at(graph, one.network, Milestone::restored)->count(), one.restore());
  }
}

TEST(DirectStorage, DistanceToTheStorageIsWaited) {
  Saving one(R"({"storage": {"write": "200 MB/s"}})");
  one.cluster.latency = {{14us, 30ms}, {30ms, 14us}};
  one.context.storage_zone = 1;
  EXPECT_NEAR(one.quiet_save(), .03 + 20, 1e-9);
}

TEST(DirectStorage, OptionsReachTheTraits) {
  const Saving one(R"({"storage": {"write": "200 MB/s", "fsync": "1 s", "zone": "us-west-2b",
                       "dollars_per_gb_month": 0.3}, "carrier": "agent"})");
  const SchemeTraits traits = one.scheme->traits();
  EXPECT_TRUE(traits.saves);
  EXPECT_EQ(traits.stall, Stall::until_goes_on);
  EXPECT_EQ(one.scheme->save(one.context).stages.front().carrier, Carrier::agent);
  ASSERT_TRUE(traits.storage);
  EXPECT_EQ(traits.storage->zone, "us-west-2b");
  EXPECT_EQ(traits.storage->fsync, 1s);
  EXPECT_EQ(traits.storage->dollars_per_gb_month, .3);
}

TEST(DirectStorage, SpeedOfTheStorageIsRequired) {
  EXPECT_THROW(Saving("{}"), InputError);
  EXPECT_THROW(Saving(R"({"storage": {"fsync": "1 s"}})"), InputError);
  EXPECT_THROW(Saving(R"({"storage": {"write": "0 MB/s"}})"), InputError);
}

}  // namespace
}  // namespace spotgrid
