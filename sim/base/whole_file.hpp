// Reading a file at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/base/error.hpp"

namespace spotgrid {

// The bytes of a file. Throws InputError(kind) for a folder, what cannot be opened or read, and
// more than `most` bytes: a device or a pipe may have no end.
std::string whole_file(const std::string& path, InputKind kind, std::size_t most);

}  // namespace spotgrid
