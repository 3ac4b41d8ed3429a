// SHA-256 by OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/sha256.hpp"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "sim/base/error.hpp"

namespace spotgrid {

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

}  // namespace spotgrid
