// The descriptions of provisioning and checkpointing.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan_sections.hpp"

#include <array>

#include <fmt/format.h>

#include "sim/base/bounds.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {

void DecisionsOption::describe_at(Fields& fields) {
  constexpr std::string_view help =
      "when the policy is asked and the market acts: events, or at ticks";
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("decisions", word, help); }},
       {JsonType::object, [&](Fields& inner) {
          struct Section {
            Ticks* ticks;
            void describe(Fields& section) const {
              section("tick", ticks->length, "time between two decisions", required,
                      between(1s, longest_span));
              section("offset", ticks->offset, "time of the first, less than a tick",
                      between(0s, longest_span));
              if (section.reading() && ticks->offset >= ticks->length) {
                section.problem("offset",
                                fmt::format("the first decision is less than a tick after the "
                                            "start, found {} and ticks of {}",
                                            to_text(ticks->offset), to_text(ticks->length)),
                                "leave whole ticks out");
              }
            }
          } section{&ticks};
          inner("decisions", section, help);
        }}}};
  fields.forms("decisions", form, forms, help);
}

void ProvisioningSection::describe(Fields& fields) {
  Field policy{"policy", "who decides what to rent"};
  policy.required = true;
  describe_choice(fields, policy, choice, provisioning::catalogue());
  fields("observation", observation, "what the policy sees of capacity: mask or probe",
         moves_results);
  decisions.describe_at(fields);
  fields("guard", guard,
         "who forces a deadline policy to nodes on demand: our safety net, or the guard of the "
         "packaged Can't Be Late simulator (at ticks, may miss the deadline)");
  fields("placement", placement,
         "how far apart nodes may lie; one_zone where training uses the network, else any");
  fields("gang", gang, "nodes asked for together or one by one; all_or_none for rigid gangs",
         moves_results);
  if (fields.reading() && observation > Observation::probe) {
    fields.problem("observation",
                   fmt::format("this version has no observation \"{}\"", word_of(observation)),
                   "choose mask or probe");
  }
}

void SchemeOption::describe(Fields& fields) {
  Field name{"name", "how a save goes"};
  name.required = true;
  describe_choice(fields, name, choice, schemes::catalogue());
}

void ScheduleOption::describe(Fields& fields) {
  Field name{"name", "when to save"};
  name.required = true;
  describe_choice(fields, name, choice, schedules::catalogue());
}

void OutageSection::describe(Fields& fields) {
  fields("from", from, "beginning of the outage, after the start", required,
         between(0s, longest_span));
  fields("to", to, "end of the outage, after the start", required, above(Seconds{0}, longest_span));
  if (fields.reading() && to <= from)
    fields.problem("to", "the outage ends before it begins", "");
}

void CheckpointingSection::describe(Fields& fields) {
  fields("scheme", scheme, "how a save goes; none without it");
  fields("remotes", remotes,
         "where the nodes are rented that take copies into their memory; pool 0 on demand without");
  fields("schedules", schedules, "when to save; a save is due when any of them says so");
  fields("keep", keep, "copies kept per tier", at_least(1.0));
  fields("restore_choice", restore_choice,
         "the copy that a restore reads: newest, or least_time: for which reading it and training "
         "up to the newest one again take least");
  fields("outages", outages, "stretches in which the shared storage does not answer");
}

}  // namespace spotgrid::scenarios
