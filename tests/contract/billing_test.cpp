// The contract of billing rules: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/billing.hpp"

#include <gtest/gtest.h>

#include "tests/contract/catalogue_contract.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{};

class BillingRules : public testing::TestWithParam<NamedEntry<BillingRule>> {};

TEST_P(BillingRules, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, BillingRules, testing::ValuesIn(billing::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(BillingRulesCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(billing::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
