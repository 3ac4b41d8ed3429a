// Events as text.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/journal.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"

namespace spotgrid {
namespace {

// The members of one line; numbers rounded to a microsecond, money to 1e-6 $.
class Line {
 public:
  Line(Instant at, std::string_view name)
      : text_(fmt::format(R"({{"t": {}, "event": "{}")", seconds(at.since_start()), name)) {}

  Line& add(std::string_view key, std::string_view value) {
    text_ += fmt::format(R"(, "{}": "{}")", key, value);
    return *this;
  }
  Line& add(std::string_view key, std::int64_t value) {
    text_ += fmt::format(R"(, "{}": {})", key, value);
    return *this;
  }
  Line& add(std::string_view key, bool value) {
    text_ += fmt::format(R"(, "{}": {})", key, value);
    return *this;
  }
  Line& add(std::string_view key, double value) {
    text_ += fmt::format(R"(, "{}": {})", key, number_text(std::round(value * 1e6) / 1e6));
    return *this;
  }
  Line& add(std::string_view key, Seconds value) { return add(key, value.count()); }
  Line& add(std::string_view key, Work value) { return add(key, value.value()); }
  Line& node(NodeId id) { return add("node", std::int64_t{number(id)}); }
  Line& save(CheckpointId id) { return add("save", std::int64_t{number(id)}); }
  Line& offer(Offer offer) {
    return add("pool", std::int64_t{number(offer.pool)}).add("market", word_of(offer.side));
  }
  std::string done() const { return text_ + "}"; }

 private:
  static std::string seconds(Seconds t) { return number_text(std::round(t.count() * 1e6) / 1e6); }
  std::string text_;
};

struct Writer {
  Instant at;

  // Shared storage goes without saying.
  static Line& of_tier(Line& line, Tier tier) {
    return tier == Tier::shared_storage ? line : line.add("tier", word_of(tier));
  }

  std::string operator()(const event::PriceChanged& e) const {
    return Line(at, "price_changed")
        .add("pool", std::int64_t{number(e.pool)})
        .add("usd_per_h", e.price.value() * 3600)
        .done();
  }
  std::string operator()(const event::CapacityChanged& e) const {
    return Line(at, "capacity_changed")
        .add("pool", std::int64_t{number(e.pool)})
        .add("count", e.count)
        .done();
  }
  std::string operator()(const event::PlanMade& e) const {
    return Line(at, "plan_made")
        .add("spot", e.spot)
        .add("on_demand", e.on_demand)
        .add("released", e.released)
        .done();
  }
  std::string operator()(const event::Requested& e) const {
    Line line = Line(at, "requested").node(e.node).offer(e.offer);
    line.add("server", e.duty == Duty::server);
    if (e.duty == Duty::remote)
      line.add("remote", true);
    return line.done();
  }
  std::string operator()(const event::LaunchRefused& e) const {
    return Line(at, "launch_refused")
        .offer(e.offer)
        .add("count", e.count)
        .add("reason", name_of(e.reason))
        .done();
  }
  std::string operator()(const event::NodeEntered& e) const {
    return Line(at, "node_entered").node(e.node).add("state", name_of(e.state)).done();
  }
  std::string operator()(const event::NoticeSent& e) const {
    return Line(at, "notice_sent")
        .node(e.node)
        .add("dies_at", e.dies_at.since_start())
        .add("source", e.source)
        .done();
  }
  std::string operator()(const event::NoticeSeen& e) const {
    return Line(at, "notice_seen").node(e.node).done();
  }
  std::string operator()(const event::NoticeMissed& e) const {
    return Line(at, "notice_missed").node(e.node).done();
  }
  std::string operator()(const event::NodeLost& e) const {
    return Line(at, "node_lost")
        .node(e.node)
        .add("source", e.source)
        .add("during", name_of(e.during))
        .add("noticed", e.noticed)
        .done();
  }
  std::string operator()(const event::LossKnown& e) const {
    return Line(at, "loss_known").node(e.node).done();
  }
  std::string operator()(const event::NodeReleased& e) const {
    return Line(at, "node_released").node(e.node).done();
  }
  std::string operator()(const event::PhaseBegan& e) const {
    return Line(at, "phase_began").add("phase", name_of(e.phase)).done();
  }
  std::string operator()(const event::TrainingSplit& e) const {
    return Line(at, "training_split")
        .add("useful", e.useful)
        .add("contention", e.contention)
        .add("redo", e.redo)
        .add("iterations", e.iterations)
        .add("gained", e.gained)
        .add("repeated", e.repeated)
        .done();
  }
  std::string operator()(const event::Stopped& e) const {
    return Line(at, "stopped").add("cause", e.cause).done();
  }
  std::string operator()(const event::RolledBack& e) const {
    return Line(at, "rolled_back").add("from", e.from).add("to", e.to).done();
  }
  std::string operator()(const event::SaveRequested& e) const {
    return Line(at, "save_requested").save(e.id).add("why", e.why).done();
  }
  std::string operator()(const event::SaveCut& e) const {
    return Line(at, "save_cut").save(e.id).add("progress", e.progress).done();
  }
  std::string operator()(const event::SaveWritten& e) const {
    return Line(at, "save_written").save(e.id).done();
  }
  std::string operator()(const event::SaveCommitted& e) const {
    Line line(at, "save_committed");
    line.save(e.id).add("progress", e.progress);
    return of_tier(line, e.tier).done();
  }
  std::string operator()(const event::SaveTorn& e) const {
    return Line(at, "save_torn").save(e.id).add("why", e.why).done();
  }
  std::string operator()(const event::CopyLost& e) const {
    return Line(at, "copy_lost").save(e.id).add("tier", word_of(e.tier)).add("why", e.why).done();
  }
  std::string operator()(const event::StallEnded& e) const {
    return Line(at, "stall_ended").save(e.id).done();
  }
  std::string operator()(const event::RestoreBegan& e) const {
    Line line(at, "restore_began");
    if (e.id)
      line.save(*e.id);
    else
      line.add("from", std::string_view("survivor"));
    return of_tier(line, e.tier).done();
  }
  std::string operator()(const event::Restored& e) const {
    return Line(at, "restored").add("progress", e.progress).done();
  }
  std::string operator()(const event::RestoreBroken&) const {
    return Line(at, "restore_broken").done();
  }
  std::string operator()(const event::MembersChanged& e) const {
    return Line(at, "members_changed").add("workers", e.workers).done();
  }
  std::string operator()(const event::JobEnded& e) const {
    return Line(at, "job_ended").add("outcome", word_of(e.outcome)).add("reason", e.reason).done();
  }
};

constexpr std::array<std::string_view, 8> phase_names = {
    "training", "checkpoint_stall", "stalled",       "restart",
    "restore",  "boot_wait",        "capacity_wait", "idle"};
constexpr std::array<std::string_view, node_states> state_names = {
    "requested", "booting", "waiting",  "training", "stall", "stalled",
    "restart",   "restore", "draining", "serving",  "spare"};

}  // namespace

std::string_view name_of(Phase phase) {
  return phase_names.at(static_cast<std::size_t>(phase));
}
std::string_view name_of(NodeState state) {
  return state_names.at(static_cast<std::size_t>(state));
}
std::string_view name_of(Refusal refusal) {
  constexpr std::array<std::string_view, 3> names = {"capacity", "price", "quota"};
  return names.at(static_cast<std::size_t>(refusal));
}

std::vector<std::string> to_lines(const Event& event) {
  const Writer write{event.at};
  std::vector<std::string> lines;
  std::visit(
      [&](const auto& e) {
        if constexpr (std::is_same_v<decltype(e), const event::NodesEntered&>)
          for (const NodeId id : *e.nodes)
            lines.push_back(write(event::NodeEntered{id, e.state}));
        else
          lines.push_back(write(e));
      },
      event.what);
  return lines;
}

void Journal::record(Instant at, EventBody what) {
  const Event event{at, std::move(what)};
  for (const Listener& listener : listeners_)
    listener(event);
  if (keep_)
    events_.push_back(event);
}

}  // namespace spotgrid
