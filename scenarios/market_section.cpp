// The description of the market.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/market_section.hpp"

#include <array>

namespace spotgrid::scenarios {

void DetectionOption::describe_at(Fields& fields) {
  constexpr std::string_view help = "time until a node has seen its notice: constant or polled";
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("detection", constant, help, at_least(0s)); }},
       {JsonType::object, [&](Fields& inner) {
          struct Poll {
            Seconds* period;
            void describe(Fields& section) const {
              section("poll", *period, "period of the poll; each node has a random phase",
                      above(0s));
            }
          } poll{&period};
          inner("detection", poll, help);
        }}}};
  fields.forms("detection", form, forms, help);
}

Detection DetectionOption::value() const {
  return form == 1 ? Detection{period, 0s} : Detection{std::nullopt, constant};
}

void BillingOption::describe(Fields& fields) {
  describe_choice(fields, Field{"rule", "how usage becomes dollars"}, choice, billing::catalogue());
  fields("charge", charge, "a node pays for its time, or for every whole tick in which it is held");
}

void MarketSection::describe(Fields& fields) {
  fields("pools", pools, "what can be rented", required);
  reclaim.describe_at(fields, "what ends nodes; mandatory unless each pool has its own");
  fields("notice", notice, "time between notice and loss; mandatory unless nothing is lost",
         between(0s, 3600s));
  fields("billing", billing, "billing rule");
  fields("end_of_trace", end_of_trace, "what happens where the data ends");
  fields("pairing", pairing, "inputs at their own dates, or each from its own beginning",
         moves_results);
  fields("censored", censored, "a job that wants more nodes than were asked for or wanted",
         moves_results);
  describe_life(fields);
  fields("quota", quota, "what the account may hold at once; without it as much as there is");
  if (fields.reading())
    check(fields);
}

void MarketSection::describe_life(Fields& fields) {
  provision.describe_at(fields, "provision", "from the request to booting; not billed");
  boot.describe_at(fields, "boot", "from provisioning until the machine answers; billed");
  setup.describe_at(fields, "setup", "image, packages and data after boot; billed");
  detection.describe_at(fields);
  fields("failure_detection", failure_detection, "until a loss that nobody announced is known",
         at_least(0s));
  fields("notice_recall", notice_recall, "share of losses that are announced", between(0.0, 1.0));
  fields("trace_time", trace_time, "what the time in a trace is the time of");
  fields("launch_failure_latency", launch_failure_latency, "until a refusal is told", at_least(0s));
  fields("cooldown", cooldown,
         "after a refusal a pool takes no request so long; 0 s under observation mask, else 60 s",
         at_least(0s));
  fields("max_lifetime", max_lifetime, "a node is ended this long after booting began", above(0s));
}

void MarketSection::check(Fields& fields) const {
  if (pools.empty())
    fields.problem("pools", "no pool is given", "give at least one");
  bool loses = false;
  bool silent = false;
  for (const PoolSection& pool : pools) {
    if (!pool.spot)
      continue;
    silent = silent || reclaim_of(pool).empty();
    for (const ReclaimOption& one : reclaim_of(pool))
      loses = loses || one.choice.name != "none";
  }
  if (silent) {
    fields.problem("", "\"reclaim\" is missing",
                   "say what ends nodes, such as [{\"kind\": \"capacity\"}]; [{\"kind\": "
                   "\"none\"}] for nothing");
  }
  if (loses && !notice) {
    fields.problem("", "\"notice\" is missing",
                   R"(AWS gives "120 s", GCP and Azure "30 s"; "0 s" for none)");
  }
  if (reclaim.node_events() != nullptr) {
    fields.problem("reclaim", "events belong to one pool, found them for all",
                   "write them as reclaim of the pool, with their file");
  }
}

}  // namespace spotgrid::scenarios
