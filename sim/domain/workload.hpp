// What is trained: sizes, speeds and memory, each figure with its source.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/domain/batch_law.hpp"
#include "sim/domain/ids.hpp"
#include "sim/domain/instance_type.hpp"
#include "sim/domain/loss_law.hpp"

namespace spotgrid {

struct SourcedSize {
  Bytes size;
  std::string source;
  void describe(Fields& fields) {
    fields("size", size, "size", required);
    fields("source", source, "where the figure comes from");
  }
};
struct SourcedRate {
  Bandwidth rate;
  std::string source;
  void describe(Fields& fields) {
    fields("rate", rate, "bandwidth", required);
    fields("source", source, "where the figure comes from");
  }
};
struct SourcedNumber {
  double value = 0;
  std::string source;
  void describe(Fields& fields) {
    fields("value", value, "value", required);
    fields("source", source, "where the figure comes from");
  }
};

// Speed of one worker that computes alone, without communication.
struct Throughput {
  std::string instance;  // whole-instance rate of this type, or
  std::string gpu;       // rate of one GPU of this model
  std::optional<std::int64_t> batch_per_gpu;
  double samples_per_second = 0;  // of the instance or of the GPU
  bool estimated = false;
  std::string source;
  void describe(Fields& fields) {
    fields("instance", instance, "instance type of a whole-instance rate");
    fields("gpu", gpu, "GPU model of a rate per GPU");
    fields("batch_per_gpu", batch_per_gpu,
           "samples of one GPU in one iteration; by batch_by_memory, else 1, without it",
           at_least(1.0));
    fields("samples_per_second", samples_per_second, "speed without communication", required,
           above(0.0));
    fields("estimated", estimated, "true where the figure was not measured");
    fields("source", source, "where the figure comes from");
  }
};

struct Dataset {
  double samples = 0;
  std::string name, source;
  void describe(Fields& fields) {
    fields("samples", samples, "samples of one epoch");
    fields("name", name, "name of the data set");
    fields("source", source, "where the figure comes from");
  }
};

// What one worker does in one iteration.
struct WorkerSpeed {
  double batch = 0;        // samples of the worker in one iteration
  Seconds compute{0};      // forward, backward and optimizer step
  bool estimated = false;  // by the FLOP rule, not measured
  bool by_memory = false;  // the batch: by the law, not stated
};

struct Workload {
  std::string name;  // not in the file: the file's name, or "inline"
  std::string description;
  std::string unit = "samples";
  SourcedSize parameters, gradients, checkpoint;
  std::optional<SourcedRate> per_flow;  // B_req of spotDNN
  SourcedNumber forward_share{1.0 / 3, "assumed: backward costs twice forward"};
  std::optional<Dataset> dataset;
  std::optional<SourcedNumber> flops_per_sample;
  std::vector<Throughput> throughput;
  std::optional<BatchLaw> batch_by_memory;  // of rows that state no batch, and of the FLOP rule
  std::optional<LossLaw> loss;
  std::optional<ServerContention> server_contention;

  void describe(Fields& fields);
  // The speed of one instance of `type`; nothing where neither a measured rate nor the FLOP rule
  // applies, or the law of batches gives none. `batch_per_gpu` overrides the catalogue's, the time
  // scales with it.
  std::optional<WorkerSpeed> speed_on(const InstanceType& type,
                                      std::optional<std::int64_t> batch_per_gpu) const;
};

}  // namespace spotgrid
