// The figures of the spotDNN model that the catalogue has of a workload and an instance type.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/formulas/spotdnn.hpp"
#include "sim/domain/provisioning.hpp"

namespace spotgrid::formulas::spotdnn {

// B_pcie of every instance, and B_ps of the m5.xlarge that serves (its burst rate; 156 MB/s last):
// section 5 of the paper.
inline constexpr Bandwidth pcie_of_the_paper = Bandwidth::of(10e9);
inline constexpr Bandwidth server_of_the_paper = Bandwidth::of(1.2e9);

// What a workload lacks for the model; empty: nothing.
inline std::string_view missing_in(const Workload& workload) {
  if (!workload.loss)
    return "\"loss\"";
  if (!workload.server_contention)
    return "\"server_contention\"";
  if (!workload.per_flow)
    return "\"per_flow\"";
  return "";
}

// Of a workload that lacks nothing.
inline Model model_of(const Workload& workload, Bandwidth servers = server_of_the_paper,
                      Bandwidth pcie = pcie_of_the_paper) {
  return {workload.gradients.size,     workload.per_flow->rate, servers, pcie,
          *workload.server_contention, *workload.loss};
}

// Of a job whose workload lacks nothing. B_pcie: that given here, or of the job, or of the paper.
inline Model model_of(const LossView& job, std::optional<Bandwidth> pcie = {}) {
  const Bandwidth inside = pcie ? *pcie : job.pcie.value_or(pcie_of_the_paper);
  Model model = model_of(*job.workload, job.servers, inside);
  if (job.per_worker)
    model.worker = *job.per_worker;
  return model;
}

// Nothing where the speed is not known.
inline std::optional<WorkerType> worker_of(const Workload& workload, const InstanceType& type,
                                           Price price,
                                           std::optional<std::int64_t> batch_per_gpu = {}) {
  const auto speed = workload.speed_on(type, batch_per_gpu);
  if (!speed)
    return std::nullopt;
  return WorkerType{type.gpu ? type.gpu->count : 1, speed->batch, speed->compute, price};
}

}  // namespace spotgrid::formulas::spotdnn
