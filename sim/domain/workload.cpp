// The speed of a worker: measured where it was, by the FLOP rule elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/workload.hpp"

namespace spotgrid {
namespace {

// Share of the peak that dense training reaches: 0.40 to 0.45 (6 x parameters x tokens rule,
// docs/modelling.md "Compute time"); the middle is taken.
constexpr double model_flops_utilisation = 0.425;

const Throughput* measured(const Workload& workload, const InstanceType& type) {
  const Throughput* by_gpu = nullptr;
  for (const Throughput& row : workload.throughput) {
    if (row.instance == type.name)
      return &row;
    if (by_gpu == nullptr && type.gpu && row.gpu == type.gpu->model)
      by_gpu = &row;
  }
  return by_gpu;
}

// Of one GPU. Stated in the row, else by the law. Where there is none: 1, or for the FLOP rule what
// the first row states.
std::optional<std::int64_t> own_batch(const Workload& workload, const InstanceType& type,
                                      const Throughput* row) {
  if (row != nullptr && row->batch_per_gpu)
    return row->batch_per_gpu;
  if (workload.batch_by_memory)
    return workload.batch_by_memory->batch_per_gpu(type.gpu ? type.gpu->memory : Bytes{});
  const bool elsewhere = row == nullptr && !workload.throughput.empty();
  return elsewhere ? workload.throughput.front().batch_per_gpu.value_or(1) : 1;
}

}  // namespace

void Workload::describe(Fields& fields) {
  fields("description", description, "what it is");
  fields("unit", unit, "what a sample is");
  fields("parameters", parameters, "bytes of the parameters", required);
  fields("gradients", gradients, "bytes exchanged in one iteration", required);
  fields("checkpoint", checkpoint, "bytes of a checkpoint: weights and optimizer state", required);
  fields("per_flow", per_flow, "bandwidth that one worker can use (B_req of spotDNN)");
  fields("forward_share", forward_share, "share of the compute time before the backward pass");
  fields("dataset", dataset, "data set of the reference");
  fields("flops_per_sample", flops_per_sample, "operations of one sample, for the FLOP rule");
  fields("throughput", throughput, "speed of one worker without communication, by hardware");
  fields("batch_by_memory", batch_by_memory,
         "batch of a GPU by its memory: the largest power of two up to per_gib x GiB + base "
         "(spotDNN, eq. 10)");
  fields("loss", loss, "how the loss falls in asynchronous training (spotDNN, eq. 3)");
  fields("server_contention", server_contention,
         "how workers contend for the parameter servers (spotDNN, eq. 9)");
}

std::optional<WorkerSpeed> Workload::speed_on(const InstanceType& type,
                                              std::optional<std::int64_t> batch_per_gpu) const {
  const double gpus = type.gpu ? static_cast<double>(type.gpu->count) : 1;
  const Throughput* row = measured(*this, type);
  const bool stated = batch_per_gpu || (row != nullptr && row->batch_per_gpu);
  const auto per_gpu = batch_per_gpu ? batch_per_gpu : own_batch(*this, type, row);
  if (!per_gpu)
    return std::nullopt;
  const double batch = gpus * static_cast<double>(*per_gpu);
  const bool by_memory = batch_by_memory && !stated;
  if (row != nullptr) {
    const double rate = row->samples_per_second * (row->instance.empty() ? gpus : 1);
    return WorkerSpeed{batch, Seconds{batch / rate}, row->estimated, by_memory};
  }
  if (!flops_per_sample || flops_per_sample->value <= 0 || !type.gpu || !type.gpu->peak)
    return std::nullopt;
  const Speed speed = gpus * model_flops_utilisation * *type.gpu->peak;
  return WorkerSpeed{batch, Flops::of(flops_per_sample->value * batch) / speed, true, by_memory};
}

}  // namespace spotgrid
