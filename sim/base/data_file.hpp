// A data file that is built into the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace spotgrid {

struct DataFile {
  std::string_view name;  // the file's name, without its suffix where all have the same
  std::string_view text;  // the whole file
};

}  // namespace spotgrid
