// SHA-256 of what was read, for results.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "sim/base/error.hpp"
#include "traces/load.hpp"

namespace spotgrid::traces {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  require(done == 1, "SHA-256 is available");
  std::string text;
  for (unsigned int i = 0; i < size; ++i)
    text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace spotgrid::traces
