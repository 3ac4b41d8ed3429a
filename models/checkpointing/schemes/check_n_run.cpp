// Check-N-Run: between full saves only the rows that were touched, their values quantised.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

class CheckNRun final : public CheckpointScheme {
 public:
  struct Options {
    SnapshotPersistOptions common;
    double embeddings = 0.99, touched = 0.1;
    std::int64_t full_every = 12, bits = 8;
    bool consecutive = false;
    std::optional<Bandwidth> quantise;

    void describe(Fields& fields) {
      common.describe(fields);
      fields("embeddings", embeddings, "share of the state that is rows of embeddings",
             between(0.0, 1.0));
      fields("touched", touched, "share of the rows that training touches between two saves",
             between(0.0, 1.0));
      fields("full_every", full_every, "saves of which one is full", between(1.0, 1000.0));
      fields("bits", bits, "bits of a value of 32, after it was quantised", between(1.0, 32.0));
      fields("consecutive", consecutive,
             "a delta is against the save before, and needs all since the full one; else against "
             "the full one, and grows");
      fields("quantise", quantise, "speed of a writer's CPU at quantising; without: no cost",
             above(0.0));
    }
  };
  explicit CheckNRun(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override {
    SchemeTraits traits = snapshot_persist_traits(options_.common, way(0));
    traits.full_every = options_.full_every;
    traits.deltas_chain = options_.consecutive;
    return traits;
  }
  SavePlan save(const SaveContext& context) const override {
    return snapshot_persist_save(context, options_.common, way(context.deltas));
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    // The full save, and the deltas on top of it.
    double share = written(0);
    const std::int64_t first = options_.consecutive ? 1 : copy.deltas;
    for (std::int64_t i = std::max<std::int64_t>(first, 1); i <= copy.deltas; ++i)
      share += written(i);
    SaveContext scaled = context;
    scaled.state_size = share * context.state_size;
    return read_back(scaled, copy, options_.common.read_back);
  }

 private:
  // Rows are touched anew or again: after j saves 1 - (1 - touched)^j of them.
  double touched_since(std::int64_t saves) const {
    return 1 - std::pow(1 - options_.touched, static_cast<double>(saves));
  }
  // Bytes of a save, `deltas` saves after the full one, by those of the state.
  double written(std::int64_t deltas) const {
    const double values = static_cast<double>(options_.bits) / 32;
    const double rows = deltas == 0            ? 1
                        : options_.consecutive ? options_.touched
                                               : touched_since(deltas);
    return values * (1 - options_.embeddings + options_.embeddings * rows);
  }
  SnapshotPersistWay way(std::int64_t deltas) const {
    SnapshotPersistWay way;
    way.written = written(deltas);
    way.quantise = options_.quantise;
    return way;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> check_n_run() {
  return entry<CheckpointScheme, CheckNRun>(
      "between full saves only the touched rows, with quantised values",
      "Eisenman et al., Check-N-Run, NSDI 2022");
}

}  // namespace spotgrid::schemes
