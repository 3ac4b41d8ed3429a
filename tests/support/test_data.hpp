// Where tests find the source tree, the built program and public data that is not shipped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace spotgrid {

// The checkout these tests were built from.
std::filesystem::path source_root();

// The spotgrid program of the same build, for tests of the command line.
std::filesystem::path program();

// A file or folder of the test data: $SPOTGRID_TEST_DATA/relative, or nothing where it is absent.
std::optional<std::filesystem::path> test_data(std::string_view relative);

// Why `relative` was not found, for the message of a skipped test.
std::string no_test_data(std::string_view relative);

}  // namespace spotgrid

// Declares `variable` as the path of a piece of test data; skips the test, saying why, without it.
#define SPOTGRID_NEEDS(variable, relative)                                                        \
  const std::optional<std::filesystem::path> variable##_found_ = ::spotgrid::test_data(relative); \
  if (!variable##_found_.has_value())                                                             \
    GTEST_SKIP() << ::spotgrid::no_test_data(relative);                                           \
  const std::filesystem::path& variable = *variable##_found_
