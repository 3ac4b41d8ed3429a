// The contract of a reclaim source: who is lost, and when. One file in models/reclaim/ is one kind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid {

// A node that the job holds in the pool, as a reclaim source may see it.
struct HeldNode {
  NodeId id{};
  std::uint64_t ordinal = 0;  // launch number in its pool, from 0
  Instant requested;
  std::optional<Instant> booting;  // when it began to boot; nothing while requested
};

// What the trace does to the pool at an instant of trace time.
struct Fall {
  Instant at;
  std::uint64_t number =
      0;  // one a fall of this source, ascending: names the event's random stream
};

// What a source may know: the pool's whole trace, and chance.
struct PoolTruth {
  const Pool* pool = nullptr;
  std::uint32_t pool_number = 0;
  std::int64_t job_nodes = 0;  // nodes that the job wants, for `scale: slots`
  const RandomSource* random = nullptr;
};

// One object a pool and run, made after its options were read; attach() is called once, first.
// `held` are the nodes held in the pool that were not yet drawn for an earlier loss, by id.
class ReclaimSource {
 public:
  virtual ~ReclaimSource() = default;

  // Throws InputError(scenario) where the source does not fit the pool (`probe` without survival).
  virtual void attach(const PoolTruth& truth) = 0;

  // The first fall after `after` in trace time. Called with ascending `after`.
  virtual std::optional<Fall> next_fall(Instant after) const;
  // At the announcement: who dies at the fall.
  virtual std::vector<NodeId> victims(const Fall& fall, std::span<const HeldNode> held);
  // A node begins to boot between the announcement and the loss: does it die too? `held` holds it.
  virtual bool dies_with(const Fall& fall, const HeldNode& node, std::span<const HeldNode> held);
  // At the loss, after the announced ones died: who dies unannounced.
  virtual std::vector<NodeId> late_victims(const Fall& fall, std::span<const HeldNode> held);

  // How long the node lives from the beginning of its boot, whatever the trace does.
  virtual std::optional<Seconds> lifetime(const HeldNode& node) const;
  // True when a price above a node's max price ends it.
  virtual bool by_price() const;

  // How many nodes the source lets be launched at `now` (nothing: as many as the capacity shows).
  virtual std::optional<std::int64_t> launchable(Instant now) const;
  // A node was granted; a node ended (lost or released), also one that never booted.
  virtual void launched(const HeldNode& node);
  // Any source drew a node: it dies with what the trace has at `at`, and is not drawn for later.
  virtual void drawn(NodeId node, Instant at);
  virtual void ended(NodeId node);
  // True when a launched node is ready at once, because the trace tells when nodes became ready:
  // our own boot is then not added.
  virtual bool ready_at_once() const { return false; }
};

namespace reclaim {
std::span<const NamedEntry<ReclaimSource>> catalogue();
}

}  // namespace spotgrid
