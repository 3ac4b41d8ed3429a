// What can be rented.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/bounds.hpp"
#include "sim/base/options.hpp"

namespace spotgrid {

struct Gpu {
  std::string model;
  std::int64_t count = 1;
  Bytes memory;               // of one GPU
  std::optional<Speed> peak;  // dense, in the precision that the source names
  std::string source;
  void describe(Fields& fields) {
    fields("model", model, "name of the GPU", required);
    fields("count", count, "GPUs of one instance", at_least(1.0));
    fields("memory", memory, "memory of one GPU");
    fields("peak", peak, "dense peak speed of one GPU");
    fields("source", source, "where the figures come from");
  }
};

struct Nic {
  Bandwidth baseline = gigabits_per_second(10);  // sustained
  std::optional<Bandwidth> burst;                // "up to"
  std::string source;
  void describe(Fields& fields) {
    fields("baseline", baseline, "sustained bandwidth, each way", required);
    fields("burst", burst, "bandwidth while credit lasts, each way");
    fields("source", source, "where the figures come from");
  }
};

struct Pcie {
  Bandwidth per_gpu = Bandwidth::of(12e9);  // each way
  std::int64_t generation = 3;
  std::string source;
  void describe(Fields& fields) {
    fields("per_gpu", per_gpu, "bandwidth between one GPU and host memory, each way");
    fields("generation", generation, "PCIe generation");
    fields("source", source, "where the figure comes from");
  }
};

struct MemoryCopy {
  Bandwidth rate = Bandwidth::of(10e9);
  std::string source;
  void describe(Fields& fields) {
    fields("rate", rate, "bandwidth of a copy inside host memory");
    fields("source", source, "where the figure comes from");
  }
};

struct DatedPrice {
  Price price;
  std::string region, date, source;
  void describe(Fields& fields) {
    fields("price", price, "on-demand price", required, between(Price{}, highest_price));
    fields("region", region, "region of the price");
    fields("date", date, "day on which the price was valid");
    fields("source", source, "where the price comes from");
  }
};

struct InstanceType {
  std::string name;  // not in the file: the file's name
  std::string family, provider;
  std::optional<Gpu> gpu;
  std::int64_t vcpus = 0;
  std::string vcpus_source;
  std::optional<Bytes> memory;
  Nic network;
  std::optional<Pcie> pcie;
  MemoryCopy memory_copy;
  std::vector<DatedPrice> on_demand;  // ascending by date

  void describe(Fields& fields) {
    fields("family", family, "family, for quotas");
    fields("provider", provider, "aws, gcp, azure");
    fields("gpu", gpu, "GPUs, if any");
    fields("vcpus", vcpus, "virtual CPUs");
    fields("vcpus_source", vcpus_source, "where vcpus and memory come from");
    fields("memory", memory, "host memory");
    fields("network", network, "network interface");
    fields("pcie", pcie, "path between GPUs and host memory");
    fields("memory_copy", memory_copy, "copies inside host memory");
    fields("on_demand", on_demand, "on-demand prices with their date");
  }
};

// Between all GPUs of the instance and its host memory, each way.
inline Bandwidth pcie_of(const InstanceType& type) {
  const double gpus = type.gpu ? static_cast<double>(type.gpu->count) : 1;
  return type.pcie ? gpus * type.pcie->per_gpu : type.memory_copy.rate;
}

}  // namespace spotgrid
