// The contract of reclaim sources: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/reclaim.hpp"

#include <gtest/gtest.h>

#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{
    {"lifetime", R"({"law": "exponential", "mean": "2 h"})"},
    {"shock", R"({"fleet": 32, "zone": {"mean_gap": "8 min", "size": {"kind": "geometric", )"
              R"("mean": 2.1}}})"}};

class ReclaimSources : public testing::TestWithParam<NamedEntry<ReclaimSource>> {};

TEST_P(ReclaimSources, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ReclaimSources, testing::ValuesIn(reclaim::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(ReclaimSourcesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(reclaim::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
