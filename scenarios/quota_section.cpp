// The description of a quota.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/quota_section.hpp"

namespace spotgrid::scenarios {

void FamiliesOption::describe_at(Fields& fields) {
  constexpr std::string_view help = "instance families that share the quota: one, or a list";
  const std::array<Form, 2> forms = {
      {{JsonType::text,
        [&](Fields& inner) {
          names.resize(1);
          inner("family", names.front(), help);
        }},
       {JsonType::list, [&](Fields& inner) { inner("family", names, help); }}}};
  fields.forms("family", form, forms, help);
}

void QuotaSection::describe(Fields& fields) {
  constexpr double most = 1e9;  // products with the vCPUs of a node stay whole numbers
  families.describe_at(fields);
  fields("instance", instance, "instance type that the quota is of, instead of families");
  fields("gpu", gpu, "model of the GPUs that the quota is of, instead of families");
  fields("market", market, "the side of the market; the other has quotas of its own", required);
  fields("per", per, "over what it is summed: each zone or region has as much, or all share it");
  fields("region", region, "only in this region; in every one without it");
  fields("zone", zone, "only in this zone; in every one without it");
  fields("nodes", nodes, "nodes that may be held at once", between(0.0, most));
  fields("gpus", gpus, "GPUs of all nodes that may be held at once", between(0.0, most));
  fields("vcpus", vcpus, "virtual CPUs of all nodes that may be held at once", between(0.0, most));
  if (fields.reading())
    check(fields);
}

void QuotaSection::check(Fields& fields) const {
  if (families.given() + instance.has_value() + gpu.has_value() != 1) {
    fields.problem("", R"(a quota is of exactly one of "family", "instance" and "gpu")",
                   "several quotas may bind one pool: write each as an entry of its own");
  }
  if (families.given() && families.names.empty())
    fields.problem("family", "no family is named", "name at least one, such as \"p3\"");
  if (nodes.has_value() + gpus.has_value() + vcpus.has_value() != 1) {
    fields.problem("", R"(a quota counts exactly one of "nodes", "gpus" and "vcpus")",
                   "AWS counts vCPUs, GCP counts GPUs");
  }
}

}  // namespace spotgrid::scenarios
