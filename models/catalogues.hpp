// The catalogues that are data: workloads and instance types.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/data_file.hpp"
#include "sim/domain/instance_type.hpp"
#include "sim/domain/workload.hpp"

namespace spotgrid {

namespace workloads {
std::span<const DataFile> files();
// The workload of that name, read strictly from its built-in file.
std::optional<Workload> find(std::string_view name);
}  // namespace workloads

namespace instances {
std::span<const DataFile> files();
std::optional<InstanceType> find(std::string_view name);
}  // namespace instances

// The names of a data catalogue, for messages.
std::vector<std::string_view> names(std::span<const DataFile> files);

}  // namespace spotgrid
