// Saves through a remote node: the gain of parallel flows, the declared grid, clocks by hand.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/acute_times.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// Flows of 5 Gbps at most; the trainers' own NICs do not bind.
RemoteSavePath path(double serialise_gb, double receiver_gbps) {
  RemoteSavePath path;
  path.serialise = megabytes(1000 * serialise_gb) / Seconds{1};
  path.flow_cap = gigabits_per_second(5);
  path.sender_nic = gigabits_per_second(100);
  path.receiver_nic = gigabits_per_second(receiver_gbps);
  path.store = bytes_per_second(100 * 1048576.0);
  path.fsync = Seconds{0.003};
  return path;
}

struct GainRow {
  std::int64_t trainers;
  double serialise;            // GB/s
  double at_10, at_12, at_25;  // receivers of 10, 12.5, 25 Gbps
};

TEST(CheckTransGain, IsTheTabulatedOne) {
  for (const GainRow& row : {GainRow{4, 0.5, .222, .267, .333}, GainRow{4, 1, .308, .369, .462},
                             GainRow{4, 2, .381, .457, .571}, GainRow{4, 4, .432, .519, .649},
                             GainRow{8, 1, .308, .369, .492}, GainRow{8, 2, .381, .457, .610}}) {
    const auto gain = [&](double receiver) {
      return check_trans_gain(row.trainers, path(row.serialise, receiver));
    };
    EXPECT_NEAR(gain(10), row.at_10, 0.0005) << row.trainers << " " << row.serialise;
    EXPECT_NEAR(gain(12.5), row.at_12, 0.0005) << row.trainers << " " << row.serialise;
    EXPECT_NEAR(gain(25), row.at_25, 0.0005) << row.trainers << " " << row.serialise;
  }
}

// The grid declared beforehand: 2, 4, 8 trainers; weights and Adam in single precision of
// ResNet152, ViT-L/16, BERT-large, GPT-2 XL (12 bytes by 60.19, 304.33, 335.1, 1557.6 million
// parameters); receivers of 10 and 25 Gbps; serialisation at 1 and 2 GB/s; forward and backward
// 0.4 s.
struct Cell {
  Bytes state;
  RemoteSavePath path;
  TrainingBeside training;
};

std::vector<Cell> declared_grid(std::optional<Bandwidth> remote_copy) {
  std::vector<Cell> cells;
  for (const std::int64_t trainers : {2, 4, 8}) {
    for (const double parameters : {60.19e6, 304.33e6, 335.1e6, 1557.6e6}) {
      for (const double receiver : {10.0, 25.0}) {
        for (const double serialise : {1.0, 2.0}) {
          RemoteSavePath one = path(serialise, receiver);
          one.remote_copy = remote_copy;
          cells.push_back({Bytes::of(12 * parameters), one, {trainers, Seconds{0.4}, 1}});
        }
      }
    }
  }
  return cells;
}

double mean_cut_of_usable(const std::vector<Cell>& cells) {
  double sum = 0;
  for (const Cell& cell : cells) {
    const SaveClocks base = remote_save(cell.state, cell.path, cell.training, multi_level_baseline);
    const SaveClocks acute = remote_save(cell.state, cell.path, cell.training, {});
    const double cut = 1 - acute.usable / base.usable;
    EXPECT_NEAR(cut, check_trans_gain(cell.training.trainers, cell.path), 1e-12);
    sum += cut;
  }
  return sum / static_cast<double>(cells.size());
}

TEST(DeclaredGrid, HasTheMeanCutWithAndWithoutTheRemoteCopy) {
  EXPECT_EQ(declared_grid(std::nullopt).size(), 48U);
  EXPECT_NEAR(mean_cut_of_usable(declared_grid(std::nullopt)), 0.407, 0.0005);
  EXPECT_NEAR(mean_cut_of_usable(declared_grid(megabytes(10000) / Seconds{1})), 0.390, 0.0005);
}

TEST(DeclaredGrid, OrdersStallsInEveryCell) {
  for (const Cell& cell : declared_grid(megabytes(10000) / Seconds{1})) {
    const SaveClocks base = remote_save(cell.state, cell.path, cell.training, multi_level_baseline);
    const SaveClocks acute = remote_save(cell.state, cell.path, cell.training, {});
    EXPECT_LT(acute.stall, base.stall);
    EXPECT_LT(base.stall, direct_save(cell.state, cell.path).stall);
    EXPECT_LT(acute.durable, base.durable);
  }
}

// 1 GB at 1 GB/s; 4 flows of 5 Gbps into 10 Gbps; copy 10, join 5, store 0.125 GB/s; unpack and
// repack 2 and 1 GB/s; forward and backward 0.4 s.
const Bytes gigabyte = megabytes(1000);
RemoteSavePath worked_path() {
  RemoteSavePath one = path(1, 10);
  one.remote_copy = megabytes(10000) / Seconds{1};
  one.join = megabytes(5000) / Seconds{1};
  one.store = gigabits_per_second(1);
  one.unpack = megabytes(2000) / Seconds{1};
  one.repack = megabytes(1000) / Seconds{1};
  return one;
}
const TrainingBeside four{4, Seconds{0.4}, 1};

void expect_clocks(const RemoteSaveSwitches& switches, double stall, double usable,
                   double durable) {
  const SaveClocks clocks = remote_save(gigabyte, worked_path(), four, switches);
  const std::string which = std::to_string(switches.check_mem) +
                            std::to_string(switches.check_trans) +
                            std::to_string(switches.check_pack);
  EXPECT_NEAR(clocks.stall.count(), stall, 1e-12) << which;
  EXPECT_NEAR(clocks.usable.count(), usable, 1e-12) << which;
  EXPECT_NEAR(clocks.durable.count(), durable, 1e-12) << which;
}

TEST(RemoteSave, HasTheClocksOfAllEightCombinations) {
  // Serialise 1 s; send 1.6 s in one flow, 0.8 s in four; copy 0.1 s; join 0.2, store 8, fsync
  // 0.003 s; unpack and repack 1.5 s.
  expect_clocks({true, true, true}, 0.6, 1.9, 10.103);
  expect_clocks({true, true, false}, 0.6, 1.9, 11.603);
  expect_clocks({true, false, true}, 0.6, 2.7, 10.903);
  expect_clocks({true, false, false}, 0.6, 2.7, 12.403);
  expect_clocks({false, true, true}, 1.8, 1.9, 10.103);
  expect_clocks({false, true, false}, 1.8, 1.9, 11.603);
  expect_clocks({false, false, true}, 2.6, 2.7, 10.903);
  expect_clocks({false, false, false}, 2.6, 2.7, 12.403);
}

TEST(RemoteSave, HidesASerialisationBehindForwardAndBackward) {
  TrainingBeside slow = four;
  slow.forward_backward = Seconds{1};
  EXPECT_EQ(remote_save(gigabyte, worked_path(), slow, {}).stall, Seconds{0});
  // With the interpreter shared, training does 0.8 s of work in the 1 s of serialisation.
  slow.gil_slowdown = 0.8;
  EXPECT_NEAR(remote_save(gigabyte, worked_path(), slow, {}).stall.count(), 0.2, 1e-12);
  // And 0.4 s of work in 0.5 s, then waits for the snapshot as before.
  slow.forward_backward = Seconds{0.4};
  EXPECT_NEAR(remote_save(gigabyte, worked_path(), slow, {}).stall.count(), 0.6, 1e-12);
  slow.gil_slowdown = 0;
  EXPECT_THROW(remote_save(gigabyte, worked_path(), slow, {}), std::logic_error);
}

TEST(DirectSave, StopsTrainingUntilItIsOnStorage) {
  const SaveClocks clocks = direct_save(gigabyte, worked_path());
  EXPECT_NEAR(clocks.stall.count(), 9.003, 1e-12);
  EXPECT_EQ(clocks.stall, clocks.usable);
  EXPECT_EQ(clocks.stall, clocks.durable);
}

TEST(RemotePath, IsTheNarrowestOfFlowsAndNics) {
  RemoteSavePath one = path(1, 25);
  EXPECT_EQ(remote_path(4, one), gigabits_per_second(20));
  EXPECT_EQ(remote_path(8, one), gigabits_per_second(25));
  one.sender_nic = gigabits_per_second(2);
  EXPECT_EQ(remote_path(4, one), gigabits_per_second(8));
  one.sender_nic = gigabits_per_second(100);
  one.flow_cap.reset();
  EXPECT_EQ(remote_path(1, one), gigabits_per_second(25));
}

}  // namespace
}  // namespace spotgrid::formulas
