// The contract of checkpoint schedules: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{{"fixed_interval", R"({"every": "10 min"})"},
                                    {"notice_aware", R"({"mtbf": "2 h", "recall": 0.9})"},
                                    {"per_tier", R"({"every": ["3 min", "10 min"]})"},
                                    {"two_level", R"({"first_mtbf": "1 h", "last_mtbf": "10 h"})"},
                                    {"vaidya", R"({"mtbf": "2 h"})"},
                                    {"young_daly", R"({"mtbf": "2 h", "save_cost": "10 s"})"}};

class CheckpointSchedules : public testing::TestWithParam<NamedEntry<CheckpointSchedule>> {};

TEST_P(CheckpointSchedules, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, CheckpointSchedules, testing::ValuesIn(schedules::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(CheckpointSchedulesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(schedules::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
