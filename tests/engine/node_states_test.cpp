// Seconds by state: a track that nodes share says the same as an entry for each of them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/node_states.hpp"

#include <random>

#include <gtest/gtest.h>

namespace spotgrid::engine {
namespace {

constexpr std::uint32_t nodes = 7;
constexpr std::int64_t steps = 400;

Instant second(std::int64_t s) {
  return Instant::at(Seconds{static_cast<double>(s)});
}

// The same life of the same nodes, told in both ways.
class Told {
 public:
  explicit Told(std::uint32_t seed) : random_(seed) {
    for (std::uint32_t node = 0; node < nodes; ++node)
      alone(node, NodeState::booting, 0);
    for (std::int64_t s = 1; s < steps; ++s)
      step(s);
  }
  NodeStates one_by_one, together;

 private:
  bool chance(double p) { return std::bernoulli_distribution{p}(random_); }
  NodeState state() {
    constexpr std::array all = {NodeState::waiting, NodeState::training, NodeState::stalled,
                                NodeState::restore};
    return all.at(std::uniform_int_distribution<std::size_t>{0, all.size() - 1}(random_));
  }
  void alone(std::uint32_t node, NodeState state, std::int64_t s) {
    one_by_one.enter(NodeId{node}, state, second(s));
    together.enter(NodeId{node}, state, second(s));
  }
  void step(std::int64_t s) {
    if (s % 10 == 0)  // no gap between stretches, but for one
      for (NodeStates* both : {&one_by_one, &together})
        if (s != 200)
          both->train(second(s - 10), second(s), {0.5, 0.125, 0.375});
    if (chance(0.1))
      alone(std::uniform_int_distribution<std::uint32_t>{0, nodes - 1}(random_), state(), s);
    if (!chance(0.5))
      return;
    if (!group_ || chance(0.2)) {
      std::vector<NodeId> some;
      for (std::uint32_t node = 0; node < nodes; ++node)
        if (chance(0.7))
          some.push_back(NodeId{node});
      group_ = std::make_shared<const std::vector<NodeId>>(some);
    }
    const NodeState next = state();
    for (const NodeId id : *group_)
      one_by_one.enter(id, next, second(s));
    together.enter(group_, next, second(s));
  }

  std::mt19937 random_;
  std::shared_ptr<const std::vector<NodeId>> group_;
};

TEST(NodeStates, ATrackSaysTheSameAsEachNode) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Told told(seed);
    std::mt19937 random(seed);
    for (std::uint32_t node = 0; node < nodes; ++node)
      for (int part = 0; part < 20; ++part) {
        std::uniform_int_distribution<std::int64_t> some(0, steps);
        const auto [from, to] = std::minmax({some(random), some(random)});
        ByState single, track;
        told.one_by_one.add(NodeId{node}, second(from), second(to), 0.25, single);
        told.together.add(NodeId{node}, second(from), second(to), 0.25, track);
        const auto expected = single.named(), found = track.named();
        ASSERT_EQ(expected.size(), found.size()) << seed << ' ' << node;
        for (const auto& [state, seconds] : expected)
          EXPECT_NEAR(found.at(state), seconds, 1e-9) << state << ' ' << seed << ' ' << node;
      }
  }
}

TEST(NodeStates, PartsOfATimeAddUp) {
  Told told(1);
  const auto seconds = [&](std::int64_t from, std::int64_t to) {
    ByState sum;
    told.together.add(NodeId{3}, second(from), second(to), 1, sum);
    double all = 0;
    for (const auto& one : sum.named())
      all += one.second;
    return all;
  };
  EXPECT_NEAR(seconds(0, 190), 190, 1e-9);  // before the gap in what training was
  EXPECT_NEAR(seconds(0, 77) + seconds(77, 190), 190, 1e-9);
}

TEST(NodeStates, TrainingIsNamedByAllItsPartsOrNotAtAll) {
  NodeStates states;
  states.enter(NodeId{0}, NodeState::training, second(0));
  states.train(second(0), second(8), {1, 0, 0});
  ByState none, some;
  states.add(NodeId{0}, second(8), second(9), 1, none);
  states.add(NodeId{0}, second(1), second(3), 1, some);
  EXPECT_TRUE(none.named().empty());
  EXPECT_EQ(some.named(),
            (std::map<std::string, double>{{"useful", 2.0}, {"contention", 0.0}, {"redo", 0.0}}));
}

}  // namespace
}  // namespace spotgrid::engine
