// Collects the catalogues.
// SPDX-License-Identifier: Apache-2.0
#include "commands/kinds.hpp"

#include <fmt/format.h>

#include "commands/command.hpp"
#include "models/catalogues.hpp"
#include "sim/domain/billing.hpp"
#include "sim/domain/checkpointing.hpp"
#include "sim/domain/provisioning.hpp"
#include "sim/domain/reclaim.hpp"
#include "sim/domain/training.hpp"
#include "traces/format.hpp"

namespace spotgrid::commands {
namespace {

template <class Interface>
std::vector<Choosable> plug_ins(std::span<const NamedEntry<Interface>> catalogue) {
  std::vector<Choosable> all;
  for (const NamedEntry<Interface>& one : catalogue) {
    all.push_back({one.name,
                   std::string(one.entry.summary),
                   std::string(one.entry.source),
                   [options = one.entry.options](Fields& fields) { options()->describe(fields); },
                   {},
                   {}});
  }
  return all;
}

std::vector<Choosable> formats() {
  std::vector<Choosable> all = plug_ins(traces::formats::catalogue());
  std::size_t i = 0;
  for (const NamedEntry<traces::TraceFormat>& one : traces::formats::catalogue()) {
    all[i].note = one.entry.options()->make()->order_free()
                      ? "The order of rows does not matter: shuffled rows give the same run."
                      : "The order of rows is data: shuffled rows are another trace.";
    all[i++].options = [](Fields& fields) { traces::ReadingOptions{}.describe(fields); };
  }
  return all;
}

std::vector<Choosable> workload_files() {
  std::vector<Choosable> all;
  for (const DataFile& file : workloads::files())
    all.push_back({file.name, workloads::find(file.name)->description, {}, {}, file.text, {}});
  return all;
}

// "1 x V100 of 16 GiB, 8 vCPUs, 3.06 $/h": what one chooses an instance by.
std::string summary_of(const InstanceType& type) {
  std::string text;
  if (type.gpu) {
    text = fmt::format("{} x {} of {:.0f} GiB, ", type.gpu->count, type.gpu->model,
                       type.gpu->memory.value() / (1U << 30U));
  }
  text += fmt::format("{} vCPUs", type.vcpus);
  if (!type.on_demand.empty()) {
    text +=
        fmt::format(", {:.4g} $/h on demand", type.on_demand.back().price / dollars_per_hour(1));
  }
  return text;
}

std::vector<Choosable> instance_files() {
  std::vector<Choosable> all;
  for (const DataFile& file : instances::files())
    all.push_back({file.name, summary_of(*instances::find(file.name)), {}, {}, file.text, {}});
  return all;
}

}  // namespace

std::vector<Kind> kinds() {
  return {
      {"provisioning", "provisioning policy", "provisioning.policy",
       plug_ins(provisioning::catalogue())},
      {"schemes", "checkpoint scheme", "checkpointing.scheme.name", plug_ins(schemes::catalogue())},
      {"schedules", "checkpoint schedule", "checkpointing.schedules[].name",
       plug_ins(schedules::catalogue())},
      {"training", "training mode", "job.training.mode", plug_ins(training::catalogue())},
      {"reclaim", "reclaim kind", "market.reclaim[].kind", plug_ins(reclaim::catalogue())},
      {"billing", "billing rule", "market.billing.rule", plug_ins(billing::catalogue())},
      {"formats", "trace format", "format, beside a file", formats()},
      {"workloads", "workload", "job.workload", workload_files()},
      {"instances", "instance type", "market.pools[].instance", instance_files()},
  };
}

std::vector<std::string_view> names(const std::vector<Kind>& kinds) {
  std::vector<std::string_view> all;
  all.reserve(kinds.size());
  for (const Kind& kind : kinds)
    all.push_back(kind.name);
  return all;
}

std::vector<std::string_view> names(const std::vector<Choosable>& all) {
  std::vector<std::string_view> found;
  found.reserve(all.size());
  for (const Choosable& one : all)
    found.push_back(one.name);
  return found;
}

const Kind& kind_named(const std::vector<Kind>& kinds, std::string_view name,
                       std::string_view place) {
  for (const Kind& kind : kinds) {
    if (kind.name == name || kind.name == std::string(name) + "s")
      return kind;
  }
  wrong_usage(place, fmt::format("no such kind, found \"{}\"", name),
              nearest_of(name, names(kinds)));
}

}  // namespace spotgrid::commands
