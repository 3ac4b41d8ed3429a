// The description of a pool.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pool_section.hpp"

#include <array>

#include <fmt/format.h>

#include "models/catalogues.hpp"
#include "scenarios/known_names.hpp"
#include "sim/base/bounds.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view instance_help = "instance type: a name of the catalogue or an object";
constexpr std::string_view price_help = "spot price: a constant or a file";
constexpr std::string_view capacity_help = "how many nodes can be had: \"unlimited\" or counts";

}  // namespace

void InstanceOption::describe_at(Fields& fields) {
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("instance", name, instance_help, required); }},
       {JsonType::object, [&](Fields& inner) {
          struct Named {
            InstanceType* type;
            void describe(Fields& section) const {
              section("name", type->name, "name, as in rows of throughput", required);
              type->describe(section);
            }
          } named{&custom};
          inner("instance", named, instance_help, required);
        }}}};
  fields.forms("instance", form, forms, instance_help, required);
  if (fields.reading() && form == 0)
    check_known(fields, "instance", "instance type", name, names(instances::files()));
}

std::optional<InstanceType> InstanceOption::find() const {
  return form == 1 ? std::optional(custom) : instances::find(name);
}

void PriceOption::describe_at(Fields& fields) {
  const std::array<Form, 2> forms = {
      {{JsonType::text,
        [&](Fields& inner) {
          inner("price", constant, price_help, between(Price{}, highest_price));
        }},
       {JsonType::object, [&](Fields& inner) { inner("price", source, price_help); }}}};
  fields.forms("price", form, forms, price_help);
}

void Counts::describe(Fields& fields) {
  fields("kind", kind, "what the counts mean", required, moves_results);
  fields("count", count, "constant count, instead of a file", at_least(0.0));
  fields("target", target, "nodes the observed fleet wanted (kind fleet)", at_least(1.0));
  fields("asked", asked, "nodes each trial asked for (kind probe)", at_least(1.0));
  source.describe_file(fields);
  source.options.describe(fields);
  if (!fields.reading())
    return;
  if (count.has_value() == source.given())
    fields.problem("", R"(the counts need exactly one of "count" and "file")", "");
  if (kind == CountMeans::fleet && !target)
    fields.problem("", "\"target\" is missing", "say how many nodes the fleet wanted");
  if (kind == CountMeans::probe && !asked)
    fields.problem("", "\"asked\" is missing", "say how many nodes a trial asked for");
  if (kind != CountMeans::fleet && target)
    fields.problem("target", "only a fleet has a target", "leave it out, or choose kind fleet");
  if (kind != CountMeans::probe && asked)
    fields.problem("asked", "only a probe asks", "leave it out, or choose kind probe");
}

void CapacityOption::describe_at(Fields& fields) {
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("capacity", word, capacity_help); }},
       {JsonType::object, [&](Fields& inner) { inner("capacity", counts, capacity_help); }}}};
  fields.forms("capacity", form, forms, capacity_help);
}

// As describe_choice() does, but the file of `events` is an option beside the name, too.
void ReclaimOption::describe(Fields& fields) {
  std::vector<NamedSummary> all;
  for (const NamedEntry<ReclaimSource>& one : reclaim::catalogue())
    all.push_back({one.name, one.entry.summary});
  Field kind{"kind", "what ends nodes"};
  kind.required = true;
  std::string named = choice.name;  // whose options `choice.options` holds
  fields.choice(kind, all, choice.name, [&](std::string_view name, Fields& inner) {
    if (!choice.options || name != named) {
      const Entry<ReclaimSource>* found = find_entry(reclaim::catalogue(), name);
      require(found != nullptr, "a choice is in its catalogue");
      choice.options = found->options();
      named = name;
    }
    choice.options->describe(inner);
    if (name == "events")
      events.describe(inner);
  });
}

void ReclaimList::describe_at(Fields& fields, std::string_view help) {
  const std::array<Form, 2> forms = {
      {{JsonType::list, [&](Fields& inner) { inner("reclaim", kinds, help); }},
       {JsonType::object, [&](Fields& inner) {
          kinds.resize(1);
          inner("reclaim", kinds.front(), help);
        }}}};
  fields.forms("reclaim", form, forms, help);
}

const ReclaimOption* ReclaimList::node_events() const {
  for (const ReclaimOption& one : kinds) {
    if (one.names_nodes())
      return &one;
  }
  return nullptr;
}

void PoolSection::describe(Fields& fields) {
  fields("zone", zone, "zone of the pool", required);
  fields("region", region, "region of the zone; by the zone's name where it is not given");
  instance.describe_at(fields);
  fields("spot", spot, "false: the pool is rented on demand only");
  fields("on_demand", on_demand,
         "on-demand list price; the newest of the price file or of the catalogue without it",
         between(Price{}, highest_price));
  fields("on_demand_from", on_demand_from, "where the on-demand price comes from; not used");
  fields("discount", discount, "share taken off the on-demand list price", between(0.0, 1.0));
  price.describe_at(fields);
  capacity.describe_at(fields);
  reclaim.describe_at(fields, "what ends nodes of this pool, instead of market.reclaim");
  fields("on_demand_capacity", on_demand_capacity,
         "nodes that can be held on demand; without it on-demand requests always succeed",
         at_least(0.0));
  if (fields.reading())
    check(fields);
}

void PoolSection::check(Fields& fields) const {
  if (!spot) {
    if (price.given() || capacity.given() || reclaim.given()) {
      fields.problem("spot", "price, capacity and reclaim belong to spot nodes, found spot false",
                     "leave them out, or set spot to true");
    }
    return;
  }
  if (!price.given()) {
    fields.problem("", "\"price\" is missing",
                   "give a file or a constant such as \"0.918 $/h\"; a pool that is rented on "
                   "demand only says \"spot\": false");
  }
  const bool events = reclaim.node_events() != nullptr;
  if (events && capacity.given()) {
    fields.problem("capacity", "the events of this pool are its capacity, found both",
                   "leave \"capacity\" out");
  }
  if (!events && !capacity.given()) {
    fields.problem("", "\"capacity\" is missing",
                   "give {\"kind\": \"limit\" | \"probe\" | \"fleet\", \"file\": ...}, or "
                   "\"unlimited\"");
  }
}

std::string region_of(std::string_view zone) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const std::size_t n = zone.size();
  if (n > 3 && letter(zone[n - 1]) && zone[n - 2] == '-' && digit(zone[n - 3]))  // GCP
    return std::string(zone.substr(0, n - 2));
  if (n < 3 || !letter(zone[n - 1]) || !digit(zone[n - 2]))
    return std::string(zone);
  // AWS regions have three parts, "us-west-2" and "us-gov-west-1" four; a local zone has two more.
  const std::string_view bare = zone.substr(0, n - 1);
  for (std::size_t i = 1; i + 1 < bare.size(); ++i) {
    if (digit(bare[i]) && bare[i - 1] == '-' && bare[i + 1] == '-')
      return std::string(bare.substr(0, i + 1));
  }
  return std::string(bare);
}

}  // namespace spotgrid::scenarios
