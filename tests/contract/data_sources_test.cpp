// The catalogues that are data: each file is read strictly, each figure says where it comes from.
// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <string>

#include <gtest/gtest.h>

#include "models/catalogues.hpp"
#include "sim/base/json_tree.hpp"

namespace spotgrid {

// For the names of tests.
inline std::ostream& operator<<(std::ostream& out, const DataFile& file) {
  return out << file.name;
}

namespace {

bool is_figure(const Json& value) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  }
  return value.is_number();
}

bool says(const Json& object, const std::string& key) {
  return object.contains(key) && object[key].is_string() &&
         !object[key].get_ref<const std::string&>().empty();
}

// Figures without a source: it stands beside them as "source" or "<one of them>_source", or beside
// their object as "<its key>_source".
void add_unsourced(const Json& value, const std::string& place, bool sourced, std::string& all) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      add_unsourced(value[i], place + "/" + std::to_string(i), false, all);
    return;
  }
  if (!value.is_object())
    return;
  bool here = sourced || says(value, "source");
  for (const auto& member : value.items())
    here = here || says(value, member.key() + "_source");
  for (const auto& member : value.items()) {
    const std::string inner = place + "/" + member.key();
    if (is_figure(member.value()) && !here)
      all += inner + "\n";
    add_unsourced(member.value(), inner, says(value, member.key() + "_source"), all);
  }
}

std::string unsourced(std::string_view text) {
  std::string all;
  add_unsourced(Json::parse(text), "", false, all);
  return all;
}

TEST(Sources, AFigureWithoutOneIsFound) {
  EXPECT_EQ(unsourced(R"({"a": {"size": "3 MB"}, "b": {"size": "1 MB", "source": "x"}})"),
            "/a/size\n");
  EXPECT_EQ(unsourced(R"({"rows": [{"rate": 3, "source": ""}]})"), "/rows/0/rate\n");
  EXPECT_EQ(unsourced(R"({"vcpus": 4, "vcpus_source": "x", "loss": {"a": 1, "source": "y"}})"), "");
}

class WorkloadFiles : public testing::TestWithParam<DataFile> {};

TEST_P(WorkloadFiles, AreReadStrictlyAndComplete) {
  const std::optional<Workload> workload = workloads::find(GetParam().name);
  ASSERT_TRUE(workload);
  EXPECT_FALSE(workload->description.empty());
  EXPECT_GT(workload->parameters.size.value(), 0);
  EXPECT_GT(workload->gradients.size.value(), 0);
  EXPECT_GE(workload->checkpoint.size.value(), workload->parameters.size.value());
  EXPECT_TRUE(!workload->throughput.empty() || workload->flops_per_sample);
  for (const Throughput& row : workload->throughput)
    EXPECT_NE(row.instance.empty(), row.gpu.empty()) << "one of instance and gpu";
}

TEST_P(WorkloadFiles, SayWhereEachFigureComesFrom) {
  EXPECT_EQ(unsourced(GetParam().text), "");
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WorkloadFiles, testing::ValuesIn(workloads::files()),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

class InstanceFiles : public testing::TestWithParam<DataFile> {};

TEST_P(InstanceFiles, AreReadStrictlyAndComplete) {
  const std::optional<InstanceType> type = instances::find(GetParam().name);
  ASSERT_TRUE(type);
  EXPECT_FALSE(type->family.empty());
  EXPECT_FALSE(type->provider.empty());
  EXPECT_GT(type->vcpus, 0);
  EXPECT_GT(type->network.baseline.value(), 0);
  if (type->network.burst) {
    EXPECT_GE(type->network.burst->value(), type->network.baseline.value());
  }
  EXPECT_EQ(type->gpu.has_value(), type->pcie.has_value());
  ASSERT_FALSE(type->on_demand.empty());
  for (std::size_t i = 0; i < type->on_demand.size(); ++i) {
    const DatedPrice& dated = type->on_demand[i];
    EXPECT_GT(dated.price.value(), 0);
    EXPECT_EQ(dated.date.size(), 10U) << dated.date;
    if (i > 0) {
      EXPECT_LE(type->on_demand[i - 1].date, dated.date);
    }
  }
}

TEST_P(InstanceFiles, SayWhereEachFigureComesFrom) {
  EXPECT_EQ(unsourced(GetParam().text), "");
}

INSTANTIATE_TEST_SUITE_P(Catalogue, InstanceFiles, testing::ValuesIn(instances::files()),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace spotgrid
