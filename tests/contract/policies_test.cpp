// The contract of provisioning policies: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/provisioning.hpp"
#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{{"deepvm", R"({"budget": "3 $/h",
                   "trainers": {"g4dn.xlarge": {"flops": 377, "a": 0.13, "b": 13, "c": 6}},
                   "remotes": [{"name": "c5.xlarge", "on_demand": "0.17 $/h", "network": "10 Gbps"}],
                   "saturation": [{"bandwidth": "10 Gbps", "trainers": 20}]})"}};

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
