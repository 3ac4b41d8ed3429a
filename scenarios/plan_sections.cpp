// The descriptions of provisioning and checkpointing.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan_sections.hpp"

#include <array>

#include <fmt/format.h>

#include "sim/base/bounds.hpp"

namespace spotgrid::scenarios {

void DecisionsOption::describe_at(Fields& fields) {
  constexpr std::string_view help = "when the policy is asked: events";
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("decisions", word, help); }},
       {JsonType::object, [&](Fields& inner) {
          struct Ticks {
            DecisionsOption* at;
            void describe(Fields& section) const {
              section("tick", at->tick, "time between two decisions", required, above(0s));
              section("offset", at->offset, "time of the first", at_least(0s));
            }
          } ticks{this};
          inner("decisions", ticks, help);
        }}}};
  // Only a reader meets ticks, to refuse them by name; the other visitors show what there is.
  fields.forms("decisions", form, std::span(forms).first(fields.reading() ? 2 : 1), help);
  if (fields.reading() && (form != 0 || word != "events")) {
    fields.problem("decisions", "this version decides at events only",
                   "write \"events\" or leave it out");
  }
}

void ProvisioningSection::describe(Fields& fields) {
  Field policy{"policy", "who decides what to rent"};
  policy.required = true;
  describe_choice(fields, policy, choice, provisioning::catalogue());
  fields("observation", observation, "what the policy sees of capacity: mask or probe",
         moves_results);
  decisions.describe_at(fields);
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
  fields("schedules", schedules, "when to save; a save is due when any of them says so");
  fields("keep", keep, "copies kept per tier", at_least(1.0));
  fields("outages", outages, "stretches in which the shared storage does not answer");
}

}  // namespace spotgrid::scenarios
