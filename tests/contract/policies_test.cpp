// The contract of provisioning policies: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/provisioning.hpp"
#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{};

class ProvisioningPolicies : public testing::TestWithParam<NamedEntry<ProvisioningPolicy>> {};

TEST_P(ProvisioningPolicies, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ProvisioningPolicies,
                         testing::ValuesIn(provisioning::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(ProvisioningPoliciesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(provisioning::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
