// What can be wrong with a file before a byte of it is looked at.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/whole_file.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "sim/base/document.hpp"

namespace spotgrid {
namespace {

std::string refusal(const std::string& path, std::size_t most = 100) {
  try {
    whole_file(path, InputKind::data, most);
  } catch (const InputError& error) {
    EXPECT_EQ(error.kind(), InputKind::data);
    return error.what();
  }
  return "";
}

class WholeFile : public testing::Test {
 protected:
  ~WholeFile() override { std::filesystem::remove(path_); }
  // Tests run at the same time, each in a process of its own.
  const std::string path_ = testing::TempDir() + "spotgrid_" +
                            testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(WholeFile, AllBytesAreRead) {
  std::ofstream(path_, std::ios::binary) << "a\r\n" << '\0' << std::string(200000, 'x');
  EXPECT_EQ(whole_file(path_, InputKind::data, 1 << 20),
            std::string("a\r\n\0", 4) + std::string(200000, 'x'));
  std::ofstream(path_, std::ios::binary) << std::string(100, 'x');
  EXPECT_EQ(refusal(path_), "");
  EXPECT_EQ(refusal(path_, 99), path_ + ": is longer than 99 bytes; split it");
}

TEST_F(WholeFile, WhatIsNoFileIsNamed) {
  EXPECT_EQ(refusal("/"), "/: is a folder; name the file in it");
  EXPECT_EQ(refusal("/no/such"), "/no/such: cannot be opened; check the name and the permissions");
  EXPECT_EQ(refusal("/proc/self/mem"), "/proc/self/mem: cannot be read; check the disk");
}

TEST_F(WholeFile, WhatHasNoEndIsReadUpToTheLimit) {
  EXPECT_EQ(refusal("/dev/zero", 1 << 20), "/dev/zero: is longer than 1048576 bytes; split it");
}

TEST_F(WholeFile, AnEmptyDocumentSaysHowToBegin) {
  std::ofstream(path_, std::ios::binary).flush();
  try {
    Document::load(path_, InputKind::scenario);
    FAIL() << "an empty document was read";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), path_ + ": is empty; `spotgrid init` prints a start");
  }
}

}  // namespace
}  // namespace spotgrid
