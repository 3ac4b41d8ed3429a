// A visitor that keeps the values of marked fields.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/moving_choices.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

class MarkedFields final : public Fields {
 public:
  std::vector<std::string> lines;

  void choice(const Field& field, std::span<const NamedSummary>, std::string& current,
              const std::function<void(std::string_view, Fields&)>& options) override {
    keep(field, current);
    if (!sections_.empty() && sections_.back().chosen.empty())
      sections_.back().chosen = current;  // a law inside a plug-in's options is no name of its own
    options(current, *this);
  }
  std::vector<std::string> member_names(const std::vector<std::string>& current) override {
    return current;
  }
  void problem(std::string_view, std::string, std::string) override {}
  bool reading() const override { return false; }

 protected:
  void leaf(const Field& field, bool& v) override { keep(field, v ? "true" : "false"); }
  void leaf(const Field& field, std::int64_t& v) override { keep(field, fmt::format("{}", v)); }
  void leaf(const Field& field, double& v) override { keep(field, number_text(v)); }
  void leaf(const Field& field, std::string& v) override { keep(field, v); }
  void leaf(const Field& field, Seconds& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, Bytes& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, Bandwidth& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, Dollars& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, Price& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, Speed& v) override { keep(field, to_text(v)); }
  void leaf(const Field& field, JsonText& v) override { keep(field, v.text); }
  void word(const Field& field, std::span<const std::string_view> all,
            std::size_t& index) override {
    keep(field, std::string(all[index]));
  }

  bool present(const Field&, bool current) override { return current; }
  bool begin_section(const Field& field) override {
    open(field);
    return true;
  }
  void end_section() override { sections_.pop_back(); }
  std::optional<std::size_t> begin_list(const Field& field, std::size_t size) override {
    open(field);
    sections_.back().list = true;
    return size;
  }
  void end_list() override { sections_.pop_back(); }
  void alternatives(const Field&, std::size_t& current, std::span<const Form> all) override {
    if (current < all.size())
      all[current].describe(*this);
  }

 private:
  struct Section {
    std::string name;    // empty: an element of a list
    std::string chosen;  // the plug-in whose options stand here
    bool marked = false;
    bool list = false;
  };

  void open(const Field& field) {
    const bool element = !sections_.empty() && sections_.back().list;
    const bool marked = field.moves_results || (!sections_.empty() && sections_.back().marked);
    sections_.push_back({element ? "" : field.key, "", marked, false});
  }

  void keep(const Field& field, const std::string& value) {
    if (!field.moves_results && (sections_.empty() || !sections_.back().marked))
      return;
    std::string place;
    for (const Section& section : sections_) {
      if (!section.name.empty())
        place += (place.empty() ? "" : ".") + section.name;
      if (!section.chosen.empty())
        place += " (" + section.chosen + ")";
    }
    const std::string line = fmt::format("{}: {} {}", place, field.key, value);
    if (std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(line);
  }

  std::vector<Section> sections_;
};

}  // namespace

std::vector<std::string> moving_choices(const Scenario& scenario) {
  Scenario visited = scenario;  // descriptions take references that a reader may set
  MarkedFields fields;
  visited.describe(fields);
  // How a fleet's falls hit a smaller job is no choice where no capacity is a fleet's.
  const auto& pools = scenario.market.pools;
  const bool fleet = std::any_of(pools.begin(), pools.end(), [](const PoolSection& pool) {
    return pool.capacity.limited() && pool.capacity.counts.kind == CountMeans::fleet;
  });
  if (!fleet) {
    std::erase_if(fields.lines, [](const std::string& line) {
      return line.find("(capacity): scale ") != std::string::npos;
    });
  }
  return std::move(fields.lines);
}

}  // namespace spotgrid::scenarios
