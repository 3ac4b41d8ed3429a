// Finds the source tree, the built program and public data that is not shipped.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_data.hpp"

#include <cstdlib>
#include <string>

// SPOTGRID_SOURCE_DIR and SPOTGRID_PROGRAM are defined for this file alone, so that the compiler's
// cache serves all other tests in whatever folder the checkout lies.

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

fs::path data_root() {
  const char* set = std::getenv("SPOTGRID_TEST_DATA");
  if (set != nullptr && *set != '\0')
    return set;
  return source_root() / "../shared";  // the default of SPOTGRID_TEST_DATA
}

}  // namespace

fs::path source_root() {
  return SPOTGRID_SOURCE_DIR;
}

fs::path program() {
  return SPOTGRID_PROGRAM;
}

std::optional<fs::path> test_data(std::string_view relative) {
  fs::path path = data_root() / relative;
  if (!fs::exists(path))
    return std::nullopt;
  return path;
}

std::string no_test_data(std::string_view relative) {
  return "no " + (data_root() / relative).string() + "; set SPOTGRID_TEST_DATA to the data folder";
}

}  // namespace spotgrid
