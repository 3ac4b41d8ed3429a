// SHA-256 of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spotgrid {

std::string sha256(std::string_view bytes);  // hexadecimal

}  // namespace spotgrid
