// The contract of training modes: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/training.hpp"
#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{{"all_reduce", R"({"nodes": 4})"},
                                    {"parameter_server", R"({"nodes": 4})"}};

class TrainingModes : public testing::TestWithParam<NamedEntry<TrainingMode>> {};

TEST_P(TrainingModes, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TrainingModes, testing::ValuesIn(training::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(TrainingModesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(training::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
