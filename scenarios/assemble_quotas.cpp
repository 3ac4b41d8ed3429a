// Quotas: from names to pools, and how much of each a node takes.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogues.hpp"
#include "scenarios/assembly.hpp"

namespace spotgrid::scenarios {
namespace {

// What a name of one kind may be: that of a pool or of the catalogue.
template <class NameOf>
std::set<std::string> known_names(Assembly& assembly, NameOf name_of) {
  std::set<std::string> all;
  for (const Pool& pool : assembly.setup().market.pools)
    all.insert(name_of(pool.instance));
  for (const std::string_view name : names(instances::files()))
    all.insert(name_of(*instances::find(name)));
  all.erase("");
  return all;
}

template <class NameOf>
void check_name(Assembly& assembly, const std::string& pointer, std::string_view what,
                const std::string& name, NameOf name_of) {
  const std::set<std::string> known = known_names(assembly, name_of);
  if (known.contains(name))
    return;
  const std::vector<std::string_view> all(known.begin(), known.end());
  assembly.problems.add(
      pointer, fmt::format("unknown {} \"{}\"", what, name),
      did_you_mean(name, all, fmt::format("choose one of {}", fmt::join(all, ", "))));
}

std::string family_of(const InstanceType& type) {
  return type.family;
}
std::string name_of(const InstanceType& type) {
  return type.name;
}
std::string gpu_of(const InstanceType& type) {
  return type.gpu ? type.gpu->model : "";
}

void check_names(Assembly& assembly, const QuotaSection& quota, const std::string& pointer) {
  for (const std::string& family : quota.families.names)
    check_name(assembly, pointer + "/family", "family", family, family_of);
  if (quota.instance)
    check_name(assembly, pointer + "/instance", "instance type", *quota.instance, name_of);
  if (quota.gpu)
    check_name(assembly, pointer + "/gpu", "GPU", *quota.gpu, gpu_of);
}

template <class PlaceOf>
void check_place(Assembly& assembly, const std::string& pointer, const char* what,
                 const std::optional<std::string>& name, PlaceOf place_of) {
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  if (!name || std::any_of(pools.begin(), pools.end(),
                           [&](const Pool& pool) { return place_of(pool) == *name; }))
    return;
  assembly.problems.add(pointer + "/" + what,
                        fmt::format("no pool lies in this {}, found \"{}\"", what, *name),
                        fmt::format("name the {} of a pool", what));
}

bool binds(const QuotaSection& quota, const Pool& pool) {
  const std::vector<std::string>& families = quota.families.names;
  if ((quota.region && pool.region != *quota.region) || (quota.zone && pool.zone != *quota.zone))
    return false;
  if (quota.instance)
    return pool.instance.name == *quota.instance;
  if (quota.gpu)
    return gpu_of(pool.instance) == *quota.gpu;
  return std::find(families.begin(), families.end(), pool.instance.family) != families.end();
}

// Nothing where the figure is not known. A node without GPUs takes no quota of them.
std::optional<std::int64_t> taken_by(const QuotaSection& quota, const InstanceType& type) {
  if (quota.nodes)
    return 1;
  if (quota.gpus)
    return type.gpu ? type.gpu->count : 0;
  return type.vcpus > 0 ? std::optional(type.vcpus) : std::nullopt;
}

std::string summed_over(const QuotaSection& quota, const Pool& pool) {
  switch (quota.per) {
    case QuotaPer::zone:
      return pool.zone;
    case QuotaPer::region:
      return pool.region;
    case QuotaPer::all_regions:
      break;
  }
  return "";
}

void assemble_quota(Assembly& assembly, const QuotaSection& section, const std::string& pointer) {
  Market& market = assembly.setup().market;
  std::map<std::string, Quota> by_place;
  for (std::size_t i = 0; i < market.pools.size(); ++i) {
    const Pool& pool = market.pools[i];
    if (!binds(section, pool))
      continue;
    const std::optional<std::int64_t> taken = taken_by(section, pool.instance);
    if (!taken) {
      assembly.problems.add(pointer + "/vcpus",
                            fmt::format("the vCPUs of {} are not known", pool.instance.name),
                            R"(give "vcpus" of the instance type, or count "nodes")");
      return;
    }
    Quota& quota = by_place[summed_over(section, pool)];
    quota.side = section.market;
    quota.amount = section.amount();
    quota.of_node.resize(market.pools.size(), 0);
    quota.of_node[i] = *taken;
  }
  if (by_place.empty())
    assembly.warn(fmt::format("{} binds no pool", pointer));
  for (const auto& [place, quota] : by_place)
    market.quotas.push_back(quota);
}

}  // namespace

void assemble_quotas(Assembly& assembly) {
  const auto sections = assembly.scenario().market.quota.value_or(std::vector<QuotaSection>());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const QuotaSection& section = sections[i];
    const std::string pointer = fmt::format("/market/quota/{}", i);
    check_names(assembly, section, pointer);
    check_place(assembly, pointer, "region", section.region,
                [](const Pool& pool) { return pool.region; });
    check_place(assembly, pointer, "zone", section.zone,
                [](const Pool& pool) { return pool.zone; });
    if (assembly.problems.none())
      assemble_quota(assembly, section, pointer);
  }
}

}  // namespace spotgrid::scenarios
