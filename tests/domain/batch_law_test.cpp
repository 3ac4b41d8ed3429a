// Batches by the memory of GPUs: spotDNN's eq. 10, and which batch a worker takes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/batch_law.hpp"

#include <gtest/gtest.h>

#include "models/catalogues.hpp"

namespace spotgrid {
namespace {

Bytes gibibytes(double size) {
  return Bytes::of(size * 1024 * 1024 * 1024);
}

TEST(BatchLaw, TakesTheLargestPowerOfTwoThatFits) {
  const BatchLaw law{64, 0, ""};
  EXPECT_EQ(law.batch_per_gpu(gibibytes(16)), 1024);
  EXPECT_EQ(law.batch_per_gpu(gibibytes(16.001)), 1024);
  EXPECT_EQ(law.batch_per_gpu(gibibytes(15.999)), 512);
  EXPECT_EQ(law.batch_per_gpu(gibibytes(1.0 / 64)), 1);
}

TEST(BatchLaw, GivesNoneWhereNoSampleFits) {
  const BatchLaw law{64, -512, ""};
  EXPECT_EQ(law.batch_per_gpu(gibibytes(7)), std::nullopt);
  EXPECT_EQ(law.batch_per_gpu(gibibytes(8)), std::nullopt) << "0 samples";
  EXPECT_EQ(law.batch_per_gpu(gibibytes(8.01)), std::nullopt) << "0.64 samples";
  EXPECT_EQ(law.batch_per_gpu(gibibytes(8.02)), 1);
  EXPECT_EQ((BatchLaw{64, 512, ""}.batch_per_gpu(Bytes{})), std::nullopt) << "memory not known";
  EXPECT_EQ((BatchLaw{1e300, 0, ""}.batch_per_gpu(gibibytes(8))), std::int64_t{1} << 62);
}

// The laws of the catalogue against the batches that its rows state, where these are of one type.
TEST(BatchLaw, GivesTheBatchesThatTheCatalogueStates) {
  std::string compared;
  for (const DataFile& file : workloads::files()) {
    const Workload workload = workloads::find(file.name).value();
    for (const Throughput& row : workload.throughput) {
      if (row.instance.empty() || !workload.batch_by_memory)
        continue;
      const Gpu gpu = instances::find(row.instance).value().gpu.value();
      EXPECT_EQ(workload.batch_by_memory->batch_per_gpu(gpu.memory), row.batch_per_gpu)
          << workload.name << " on " << row.instance;
      compared += row.instance + " ";
    }
  }
  EXPECT_EQ(compared, "p3.2xlarge g4dn.4xlarge g3.8xlarge g3.16xlarge p2.8xlarge ");
}

InstanceType with_gpus(const std::string& model, std::int64_t count, Bytes memory) {
  InstanceType type;
  type.name = "made-up";
  type.gpu = Gpu{};
  type.gpu->model = model;
  type.gpu->count = count;
  type.gpu->memory = memory;
  type.gpu->peak = Speed::of(1e12);
  return type;
}

Workload with_law() {
  Workload workload;
  workload.batch_by_memory = BatchLaw{64, 0, ""};
  workload.throughput.resize(2);
  workload.throughput[0].gpu = "stated";
  workload.throughput[0].batch_per_gpu = 96;
  workload.throughput[0].samples_per_second = 100;
  workload.throughput[1].gpu = "silent";
  workload.throughput[1].samples_per_second = 100;
  return workload;
}

TEST(BatchByMemory, IsOfRowsThatStateNoBatch) {
  const Workload workload = with_law();
  const WorkerSpeed silent = workload.speed_on(with_gpus("silent", 2, gibibytes(8)), {}).value();
  EXPECT_EQ(silent.batch, 2 * 512);
  EXPECT_DOUBLE_EQ(silent.compute.count(), 5.12);
  EXPECT_TRUE(silent.by_memory);
  const WorkerSpeed stated = workload.speed_on(with_gpus("stated", 2, gibibytes(8)), {}).value();
  EXPECT_EQ(stated.batch, 2 * 96);
  EXPECT_FALSE(stated.by_memory);
}

TEST(BatchByMemory, YieldsToTheBatchOfTheJob) {
  const auto speed = with_law().speed_on(with_gpus("silent", 2, gibibytes(8)), 32).value();
  EXPECT_EQ(speed.batch, 2 * 32);
  EXPECT_FALSE(speed.by_memory);
}

TEST(BatchByMemory, IsOfTheFlopRule) {
  Workload workload = with_law();
  const InstanceType other = with_gpus("other", 1, gibibytes(40));
  EXPECT_FALSE(workload.speed_on(other, {}));
  workload.flops_per_sample = SourcedNumber{0.425e9, ""};
  const WorkerSpeed speed = workload.speed_on(other, {}).value();
  EXPECT_EQ(speed.batch, 2048);
  EXPECT_DOUBLE_EQ(speed.compute.count(), 2.048);  // at 0.425 of 1e12 a second
  EXPECT_TRUE(speed.estimated && speed.by_memory);
  workload.batch_by_memory.reset();
  EXPECT_EQ(workload.speed_on(other, {})->batch, 96) << "that of the first row";
  workload.throughput.erase(workload.throughput.begin());
  EXPECT_EQ(workload.speed_on(other, {})->batch, 1);
}

TEST(BatchByMemory, LeavesNoSpeedWhereItGivesNoBatch) {
  const Workload workload = with_law();
  EXPECT_FALSE(workload.speed_on(with_gpus("silent", 1, Bytes{}), {}));
  EXPECT_TRUE(workload.speed_on(with_gpus("stated", 1, Bytes{}), {}));
}

}  // namespace
}  // namespace spotgrid
