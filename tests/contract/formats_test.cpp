// The contract of trace formats: described, sourced, read and written back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/contract/catalogue_contract.hpp"
#include "traces/format.hpp"

namespace spotgrid {
namespace {

const contract::Mandatory mandatory{};

class TraceFormats : public testing::TestWithParam<NamedEntry<traces::TraceFormat>> {};

TEST_P(TraceFormats, KeepTheContract) {
  contract::expect_contract(GetParam(), mandatory);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TraceFormats, testing::ValuesIn(traces::formats::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(TraceFormatsCatalogue, StandInTheCatalogueOnceEach) {
  contract::expect_catalogue(traces::formats::catalogue(), mandatory);
}

}  // namespace
}  // namespace spotgrid
