// Prints what is known about a trace for a person.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/unit_text.hpp"
#include "traces/describe_trace.hpp"
#include "traces/sampling.hpp"

namespace spotgrid::traces {
namespace {

// Columns as wide as their widest cell; the first two to the left, numbers to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { add(std::move(header)); }

  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }
  std::string text() const {
    std::string all;
    for (const std::vector<std::string>& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += i < 2 ? fmt::format("  {:<{}}", row[i], widths_[i])
                      : fmt::format("  {:>{}}", row[i], widths_[i]);
      }
      all += line + "\n";
    }
    return all;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> widths_;
};

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

// $/h with four decimals, as providers quote them.
std::string price_text(Price price) {
  return fmt::format("{:.4f}", price / dollars_per_hour(1));
}

std::string price_table(const std::vector<PriceInfo>& all) {
  TextTable table(
      {"zone", "type", "records", "changes", "a day", "min $/h", "mean", "max", "on-demand"});
  for (const PriceInfo& one : all) {
    table.add({or_dash(one.pool.zone), or_dash(one.pool.instance), fmt::to_string(one.records),
               fmt::to_string(one.changes), fmt::format("{:.2f}", one.changes_a_day),
               price_text(one.least), price_text(one.mean), price_text(one.most),
               one.on_demand ? price_text(*one.on_demand) : "-"});
  }
  return "prices\n" + table.text();
}

std::string count_table(const std::vector<CountInfo>& all) {
  TextTable table({"zone", "type", "rows", "step", "max", "mean", "at 0", "falls", "nodes lost",
                   "largest", "holes"});
  for (const CountInfo& one : all) {
    table.add({or_dash(one.pool.zone), or_dash(one.pool.instance), fmt::to_string(one.records),
               one.step ? fmt::format("{:.4g} s", one.step->count()) : "-",
               fmt::to_string(one.most), fmt::format("{:.2f}", one.mean),
               fmt::format("{:.1f} %", 100 * one.at_zero), fmt::to_string(one.falls),
               fmt::to_string(one.lost), fmt::to_string(one.largest_fall),
               fmt::to_string(one.holes)});
  }
  return "nodes\n" + table.text();
}

std::string event_table(const std::vector<EventInfo>& all) {
  TextTable table(
      {"zone", "type", "adds", "removes", "removal times", "largest", "max alive", "alive at end"});
  for (const EventInfo& one : all) {
    table.add({or_dash(one.pool.zone), or_dash(one.pool.instance), fmt::to_string(one.adds),
               fmt::to_string(one.removes), fmt::to_string(one.removal_instants),
               fmt::to_string(one.largest_removal), fmt::to_string(one.most_alive),
               fmt::to_string(one.alive_at_end)});
  }
  return "events\n" + table.text();
}

// Zones and types of all series.
template <class Info>
void collect(const std::vector<Info>& all, std::set<std::string>& zones,
             std::set<std::string>& types) {
  for (const Info& one : all) {
    if (!one.pool.zone.empty())
      zones.insert(one.pool.zone);
    if (!one.pool.instance.empty())
      types.insert(one.pool.instance);
  }
}

std::string headline(const TraceInfo& info) {
  std::set<std::string> zones;
  std::set<std::string> types;
  collect(info.prices, zones, types);
  collect(info.counts, zones, types);
  collect(info.events, zones, types);
  std::string line = info.files.empty() ? "trace" : info.files.front().path;
  if (info.files.size() > 1)
    line += fmt::format(" and {} more", info.files.size() - 1);
  line += fmt::format("  {}, {} records", info.format, info.records);
  if (!zones.empty())
    line += fmt::format(", {} zone{}", zones.size(), zones.size() == 1 ? "" : "s");
  if (types.size() == 1) {
    line += ", " + *types.begin();
  } else if (types.size() > 1) {
    line += fmt::format(", {} types", types.size());
  }
  return line + fmt::format("\n{} .. {} ({})\n", info.begin, info.end,
                            span_text(static_cast<TraceTime>(info.span.count() * 1e6)));
}

std::string remarks(std::string_view word, const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences)
    all += fmt::format("{:<10}{}\n", word, sentence);
  return all;
}

std::string readings(const std::vector<CountInfo>& all) {
  std::string text;
  for (const CountInfo& one : all) {
    if (one.up_if_available && one.up_if_preempted) {
      text += fmt::format(
          "{:<10}{}: up {:.2f} of the time if 1 means available, {:.2f} if 1 means "
          "preempted\n",
          "polarity", or_dash(one.pool.zone), *one.up_if_available, *one.up_if_preempted);
    }
  }
  return text;
}

// Prices after 2017-11-28 (the end of bidding on AWS) say nothing about reclaims.
constexpr std::string_view prices_only =
    "note      prices do not tell when instances are reclaimed (AWS: not since November 2017); "
    "add\n"
    "          a reclaim to the market: capacity or events from a trace, lifetime, or none\n";

}  // namespace

std::string trace_text(const TraceInfo& info) {
  std::string text = headline(info);
  if (!info.prices.empty())
    text += price_table(info.prices);
  if (!info.counts.empty())
    text += count_table(info.counts);
  if (!info.events.empty())
    text += event_table(info.events);
  text += readings(info.counts);
  text += remarks("assumed", info.assumed);
  text += remarks("for a run", info.undecided);
  text += remarks("warning", info.warnings);
  text += remarks("note", info.notes);
  if (!info.prices.empty() && info.counts.empty() && info.events.empty())
    text += prices_only;
  return text;
}

}  // namespace spotgrid::traces
