// One run in this process.
// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"

#include "sim/engine/memo.hpp"
#include "sim/engine/run.hpp"

namespace spotgrid {
SharedMemo::SharedMemo() : memo_(std::make_unique<engine::Memo>()) {}
SharedMemo::~SharedMemo() = default;

bool SharedMemo::take(std::string_view bytes) {
  return memo_->from(bytes);
}

bool SharedMemo::is_one(std::string_view bytes) {
  return engine::Memo::is_one(bytes);
}

std::string SharedMemo::bytes() const {
  return memo_->to_bytes();
}

std::size_t SharedMemo::simulated() const {
  return memo_->simulated();
}

bool moves_bytes(const Setup& setup) {
  return !setup.job.training->make()->traits().continuous ||
         setup.checkpointing.scheme->make()->traits().saves;
}

bool needs_grid(const Setup& setup) {
  return setup.fidelity.kind != Fidelity::Kind::memo && moves_bytes(setup);
}

RunResult simulate(const Setup& setup, const Watch& watch, SharedMemo* memo) {
  if (needs_grid(setup))
    return engine::run(setup, nullptr, watch);
  if (memo != nullptr)
    return engine::run(setup, &memo->memo(), watch);
  engine::Memo own;
  return engine::run(setup, &own, watch);
}

}  // namespace spotgrid
