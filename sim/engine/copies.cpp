// Keeping and losing of copies.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/copies.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace spotgrid::engine {
namespace {

// What is worth more; ties go to the earlier stage, which is read sooner.
bool less_worth(const Copy& a, const Copy& b) {
  return std::tuple(a.progress, a.id, b.stage) < std::tuple(b.progress, b.id, a.stage);
}

}  // namespace

// Called before the copies change, at the instant of the change.
void Copies::changes() {
  const double since = (world_.now() - changed_).count();
  stored_seconds_ += static_cast<double>(stored()) * since;
  exposed_ += newest() == nullptr ? since : 0;
  changed_ = world_.now();
}

std::int64_t Copies::stored() const {
  return std::count_if(copies_.begin(), copies_.end(),
                       [](const Copy& copy) { return copy.groups.empty(); });
}

double Copies::stored_seconds() const {
  return stored_seconds_ + static_cast<double>(stored()) * (world_.now() - changed_).count();
}

double Copies::exposed() const {
  return exposed_ + (newest() == nullptr ? (world_.now() - changed_).count() : 0);
}

bool Copies::lives(const Copy& copy) const {
  return std::all_of(copy.groups.begin(), copy.groups.end(), [this](const NodeGroup& group) {
    const auto living = std::count_if(group.holders.begin(), group.holders.end(), is_alive_);
    return static_cast<std::size_t>(living) >= group.needs;
  });
}

// A delta is worth nothing without what it was taken against, at the same tier.
bool Copies::is_complete(const Copy& copy) const {
  return std::all_of(copy.needs.begin(), copy.needs.end(), [&](CheckpointId id) {
    return std::any_of(copies_.begin(), copies_.end(), [&](const Copy& other) {
      return other.id == id && other.stage == copy.stage;
    });
  });
}

void Copies::add(Copy copy, std::int64_t keep) {
  changes();
  const std::size_t stage = copy.stage;
  copies_.push_back(std::move(copy));
  const auto needed = [this](const Copy& one) {
    return std::any_of(copies_.begin(), copies_.end(), [&](const Copy& other) {
      return other.stage == one.stage &&
             std::find(other.needs.begin(), other.needs.end(), one.id) != other.needs.end();
    });
  };
  const auto counts = [&](const Copy& one) { return one.stage == stage && one.deltas == 0; };
  while (std::count_if(copies_.begin(), copies_.end(), counts) > keep) {
    auto worst = copies_.end();
    for (auto one = copies_.begin(); one != copies_.end(); ++one)
      if (counts(*one) && (worst == copies_.end() || less_worth(*one, *worst)))
        worst = one;
    const CheckpointId id = worst->id;
    if (needed(*worst))  // with its deltas, which are worth less than what follows them
      std::erase_if(copies_, [&](const Copy& one) {
        return one.stage == stage &&
               std::find(one.needs.begin(), one.needs.end(), id) != one.needs.end();
      });
    std::erase_if(copies_, [&](const Copy& one) { return one.stage == stage && one.id == id; });
  }
}

template <class IsLost>
void Copies::drop(IsLost is_lost, const std::string& why, bool replaced) {
  changes();
  for (const Copy& copy : copies_)
    if (is_lost(copy))
      world_.record(event::CopyLost{copy.id, copy.tier, why, replaced});
  std::erase_if(copies_, is_lost);
}

void Copies::make_room(std::int64_t ring, const std::function<bool(CheckpointId)>& is_buffered) {
  std::vector<const Copy*> in_ring;
  for (const Copy& copy : copies_)
    if (copy.stage == 0 && !is_buffered(copy.id))
      in_ring.push_back(&copy);
  std::sort(in_ring.begin(), in_ring.end(),
            [](const Copy* a, const Copy* b) { return a->id > b->id; });
  if (static_cast<std::int64_t>(in_ring.size()) < ring)
    return;
  const CheckpointId first_kept = ring > 1
                                      ? in_ring[static_cast<std::size_t>(ring - 2)]->id
                                      : static_cast<CheckpointId>(number(in_ring.front()->id) + 1);
  drop(
      [&](const Copy& copy) {
        return copy.stage == 0 && copy.id < first_kept && !is_buffered(copy.id);
      },
      "its place is filled anew", true);
}

void Copies::node_ends() {
  const auto is_lost = [this](const Copy& copy) { return !lives(copy); };
  if (std::any_of(copies_.begin(), copies_.end(), is_lost))
    drop(is_lost, "too few of its holders are left");
}

void Copies::processes_restart() {
  const auto is_lost = [](const Copy& copy) { return !copy.outlives_processes; };
  if (std::any_of(copies_.begin(), copies_.end(), is_lost))
    drop(is_lost, "the processes restarted");
}

const Copy* Copies::newest() const {
  const Copy* best = nullptr;
  for (const Copy& copy : copies_)
    if (is_complete(copy) && (best == nullptr || less_worth(*best, copy)))
      best = &copy;
  return best;
}

std::vector<const Copy*> Copies::complete() const {
  std::vector<const Copy*> all;
  for (const Copy& copy : copies_)
    if (is_complete(copy))
      all.push_back(&copy);
  return all;
}

std::optional<Work> Copies::best_at(std::size_t stage) const {
  std::optional<Work> best;
  for (const Copy& copy : copies_)
    if (copy.stage == stage && is_complete(copy))
      best = std::max(best.value_or(copy.progress), copy.progress);
  return best;
}

}  // namespace spotgrid::engine
