// A small scenario to change, and what is said about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"

namespace spotgrid::scenarios {

inline constexpr std::string_view smallest = R"({
  "job": {"workload": "bert-large", "iterations": 10,
          "training": {"mode": "all_reduce", "nodes": 4}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
               "capacity": "unlimited"}],
    "reclaim": [{"kind": "none"}]},
  "provisioning": {"policy": "cheapest_spot"}
})";

using Changes = std::initializer_list<Override>;

inline Scenario written(Changes changes, std::string_view text = smallest,
                        const std::string& file = "run.json") {
  Document document = Document::parse(text, file, InputKind::scenario);
  for (const Override& one : changes)
    document.set(one.path, one.value);
  return read(document);
}

inline Assembled assembled(Changes changes, const std::string& file = "run.json") {
  return assemble(written(changes, smallest, file));
}

// All messages, a line each; empty when the scenario can run.
inline std::string problems(Changes changes, std::string_view text = smallest,
                            const std::string& file = "run.json") {
  try {
    assemble(written(changes, text, file));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// A folder with files of its own, gone at the end of the test.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("spotgrid_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  // Where a scenario of this folder would lie.
  std::string scenario() const { return (path_ / "run.json").string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace spotgrid::scenarios
