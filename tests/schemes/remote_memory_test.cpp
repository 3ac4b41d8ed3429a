// Saves into remote memory without contention: the graphs against the closed forms of the theory,
// for every combination of the three optimisations.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "models/formulas/acute_times.hpp"
#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

const InstanceType& copies_at_ten() {
  static const InstanceType type{.memory_copy = {Bandwidth::of(10e9), ""}};
  return type;
}

struct Cell {
  std::uint32_t trainers = 4;
  double state = 722e6, nic = 10, serialise = 1e9;
  bool mem = true, trans = true, pack = true;
};

constexpr Seconds fsync{0.003}, forward_backward{0.4};
constexpr double storage = 100 * 1048576.0;

std::string options_of(const Cell& cell) {
  const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
  return R"({"serialise": ")" + std::to_string(cell.serialise / 1e9) +
         R"( GB/s", "storage": {"write": "100 MiB/s", "fsync": "3 ms"}, "check_mem": )" +
         flag(cell.mem) + R"(, "check_trans": )" + flag(cell.trans) + R"(, "check_pack": )" +
         flag(cell.pack) + R"(, "unpack": "2 GB/s", "pack": "1 GB/s"})";
}

QuietSave quiet_save(const std::string& scheme, const std::string& options, const Cell& cell) {
  TrainingCluster cluster = SmallCluster{
      .workers = cell.trainers,
      .worker_nic = gigabits_per_second(25),
      .latency = Seconds{0}}.cluster();
  cluster.remotes.push_back({.role = Role{cell.trainers},
                             .type = &copies_at_ten(),
                             .nic = gigabits_per_second(cell.nic)});
  SaveContext context{&cluster, StateLayout::replicated, Bytes::of(cell.state)};
  context.save_cap = gigabits_per_second(5);
  context.depth = 2;
  return plug_in(schemes::catalogue(), scheme, options)->quiet_save(context);
}

formulas::SaveClocks expected(const Cell& cell) {
  formulas::RemoteSavePath path;
  path.serialise = Bandwidth::of(cell.serialise);
  path.flow_cap = gigabits_per_second(5);
  path.sender_nic = gigabits_per_second(25);
  path.receiver_nic = gigabits_per_second(cell.nic);
  path.remote_copy = path.join = Bandwidth::of(10e9);
  path.store = Bandwidth::of(storage);
  path.fsync = fsync;
  path.unpack = Bandwidth::of(2e9);
  path.repack = Bandwidth::of(1e9);
  return formulas::remote_save(Bytes::of(cell.state), path, {cell.trainers, forward_backward, 1},
                               {cell.mem, cell.trans, cell.pack});
}

TEST(RemoteMemory, EveryCombinationOnTheDeclaredGridIsTheClosedForm) {
  for (const std::uint32_t trainers : {2U, 4U, 8U})
    for (const double state : {722e6, 3652e6, 4021e6, 18691e6})
      for (const double nic : {10.0, 25.0})
        for (const double serialise : {1e9, 2e9})
          for (int switches = 0; switches < 8; ++switches) {
            const Cell cell{
                trainers,           state, nic, serialise, (switches & 1) != 0, (switches & 2) != 0,
                (switches & 4) != 0};
            const QuietSave got = quiet_save("acute", options_of(cell), cell);
            const formulas::SaveClocks want = expected(cell);
            const double copied = state / serialise;  // the stall begins an iteration later
            const double stall =
                cell.mem ? std::max(0.0, copied - forward_backward.count()) : got.stall.count();
            EXPECT_NEAR(stall, want.stall.count(), 1e-9) << options_of(cell);
            EXPECT_NEAR(got.latency.count(), want.usable.count(), 1e-9) << options_of(cell);
            EXPECT_NEAR(got.durable.count(), want.durable.count(), 1e-9) << options_of(cell);
            if (cell.mem) {
              EXPECT_NEAR(got.stall.count(), copied, 1e-9);
            }
          }
}

TEST(RemoteMemory, TheBaselineIsNoneOfTheThreeButPack) {
  const Cell cell{.mem = false, .trans = false};
  const QuietSave got = quiet_save(
      "mlc_base", R"({"serialise": "1 GB/s", "storage": {"write": "100 MiB/s", "fsync": "3 ms"}})",
      cell);
  const formulas::SaveClocks want = expected(cell);
  EXPECT_NEAR(got.stall.count(), want.stall.count(), 1e-9);
  EXPECT_NEAR(got.latency.count(), want.usable.count(), 1e-9);
  EXPECT_NEAR(got.durable.count(), want.durable.count(), 1e-9);
}

TEST(RemoteMemory, WithoutCheckPackTheSpeedsOfPackingAreNeeded) {
  EXPECT_EQ(problems_of(schemes::catalogue(), "acute", R"({"check_pack": false})"),
            "options: /: without check_pack unpack and pack are needed, found not both; add "
            "\"unpack\": \"2 GB/s\" and \"pack\": \"1 GB/s\", or leave check_pack out");
}

}  // namespace
}  // namespace spotgrid
