// The contract of checkpoint schemes: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const std::string storage = R"({"storage": {"write": "1 GB/s"}})";
const contract::Mandatory mandatory{{"direct_storage", storage},
                                    {"check_n_run", storage},
                                    {"checkfreq", storage},
                                    {"datastates", storage},
                                    {"just_in_time", storage},
                                    {"pccheck", storage},
                                    {"scr", storage},
                                    {"fti", storage},
                                    {"given_times", R"({"levels": [{"stall": "1 s"}]})"}};

class CheckpointSchemes : public testing::TestWithParam<NamedEntry<CheckpointScheme>> {};

TEST_P(CheckpointSchemes, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, CheckpointSchemes, testing::ValuesIn(schemes::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(CheckpointSchemesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(schemes::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
