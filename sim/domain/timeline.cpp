// Slices for phases and states, instants for losses and commits, counters for the market.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/timeline.hpp"

#include <map>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"

namespace spotgrid {
namespace {

class Tracks {
 public:
  explicit Tracks(const Market& market) : market_(market) {
    add(R"({{"ph": "M", "pid": 0, "name": "process_name", "args": {{"name": "job"}}}})");
    add(R"({{"ph": "M", "pid": 1, "name": "process_name", "args": {{"name": "nodes"}}}})");
    add(R"({{"ph": "M", "pid": 2, "name": "process_name", "args": {{"name": "market"}}}})");
  }

  void operator()(const Event& event) {
    at_ = event.at.microseconds();
    if (const auto* phase = std::get_if<event::PhaseBegan>(&event.what))
      open(0, 0, name_of(phase->phase));
    else if (const auto* node = std::get_if<event::NodeEntered>(&event.what))
      open(1, number(node->node), name_of(node->state));
    else if (const auto* nodes = std::get_if<event::NodesEntered>(&event.what))
      for (const NodeId id : *nodes->nodes)
        open(1, number(id), name_of(nodes->state));
    else if (const auto* lost = std::get_if<event::NodeLost>(&event.what))
      close_with(1, number(lost->node), "lost: " + lost->source);
    else if (const auto* released = std::get_if<event::NodeReleased>(&event.what))
      close_with(1, number(released->node), "released");
    else if (const auto* notice = std::get_if<event::NoticeSent>(&event.what))
      mark(1, number(notice->node), "notice");
    else if (const auto* commit = std::get_if<event::SaveCommitted>(&event.what))
      mark(0, 0, fmt::format("save {} committed", number(commit->id)));
    else if (const auto* torn = std::get_if<event::SaveTorn>(&event.what))
      mark(0, 0, fmt::format("save {} torn", number(torn->id)));
    else if (const auto* price = std::get_if<event::PriceChanged>(&event.what))
      counter(price->pool, "price $/h", number_text(price->price.value() * 3600));
    else if (const auto* count = std::get_if<event::CapacityChanged>(&event.what))
      counter(count->pool, "capacity", fmt::format("{}", count->count));
    else if (std::holds_alternative<event::JobEnded>(event.what))
      end_of_job();
  }

  std::string done() const { return "{\"traceEvents\": [\n" + text_ + "\n]}\n"; }

 private:
  struct Open {
    std::int64_t since = 0;
    std::string name;
  };

  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    text_ += text_.empty() ? "" : ",\n";
    text_ += fmt::format(form, std::forward<Args>(args)...);
  }
  void open(int pid, std::uint32_t tid, std::string_view name) {
    close(pid, tid);
    open_[{pid, tid}] = {at_, std::string(name)};
  }
  void close(int pid, std::uint32_t tid) {
    const auto found = open_.find({pid, tid});
    if (found == open_.end())
      return;
    if (at_ > found->second.since)
      add(R"({{"ph": "X", "pid": {}, "tid": {}, "ts": {}, "dur": {}, "name": "{}"}})", pid, tid,
          found->second.since, at_ - found->second.since, found->second.name);
    open_.erase(found);
  }
  void close_with(int pid, std::uint32_t tid, const std::string& what) {
    close(pid, tid);
    mark(pid, tid, what);
  }
  void mark(int pid, std::uint32_t tid, const std::string& what) {
    add(R"({{"ph": "i", "s": "t", "pid": {}, "tid": {}, "ts": {}, "name": "{}"}})", pid, tid, at_,
        what);
  }
  void counter(PoolId pool, std::string_view what, const std::string& value) {
    const Pool& of = market_.pools[number(pool)];
    add(R"({{"ph": "C", "pid": 2, "ts": {}, "name": "{}/{} {}", "args": {{"value": {}}}}})", at_,
        of.zone, of.instance.name, what, value);
  }
  void end_of_job() { close(0, 0); }

  const Market& market_;
  std::int64_t at_ = 0;
  std::string text_;
  std::map<std::pair<int, std::uint32_t>, Open> open_;
};

}  // namespace

std::string timeline_of(const std::vector<Event>& events, const Market& market) {
  Tracks tracks(market);
  for (const Event& event : events)
    tracks(event);
  return tracks.done();
}

}  // namespace spotgrid
