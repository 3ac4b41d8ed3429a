// Reading of built-in data files.
// SPDX-License-Identifier: Apache-2.0
#include "models/catalogues.hpp"

#include "sim/base/option_reader.hpp"

namespace spotgrid {
namespace {

template <class T>
std::optional<T> find_in(std::span<const DataFile> files, std::string_view folder,
                         std::string_view name) {
  for (const DataFile& file : files) {
    if (file.name != name)
      continue;
    const std::string path = std::string(folder) + "/" + std::string(name) + ".json";
    T value = read_strictly<T>(Document::parse(file.text, path, InputKind::scenario));
    value.name = name;
    return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Workload> workloads::find(std::string_view name) {
  return find_in<Workload>(files(), "workloads", name);
}

std::optional<InstanceType> instances::find(std::string_view name) {
  return find_in<InstanceType>(files(), "instances", name);
}

std::vector<std::string_view> names(std::span<const DataFile> files) {
  std::vector<std::string_view> all;
  for (const DataFile& file : files)
    all.push_back(file.name);
  return all;
}

}  // namespace spotgrid
