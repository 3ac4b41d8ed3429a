// How many samples of one iteration the memory of a GPU holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/options.hpp"

namespace spotgrid {

// b^k = 2^floor(log2(alpha2 mem^k + beta2)): the largest power of two that fits. Shang et al.,
// spotDNN (IWQoS 2023), eq. 10, with the memory in GiB.
struct BatchLaw {
  double per_gib = 0, base = 0;  // alpha2, beta2
  std::string source;

  void describe(Fields& fields) {
    fields("per_gib", per_gib, "samples that a GiB of memory holds (alpha2)", required, above(0.0));
    fields("base", base,
           "samples of no memory (beta2); below 0 by what the model itself takes of it", required);
    fields("source", source, "where the coefficients come from");
  }
  // Of one GPU. Nothing where not one sample fits, or its memory is not known.
  std::optional<std::int64_t> batch_per_gpu(Bytes memory) const {
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    const double samples = per_gib * memory.value() / gib + base;
    if (memory.value() <= 0 || !(samples >= 1))
      return std::nullopt;
    constexpr int most = 62;  // bits of the result
    return std::int64_t{1} << std::min(std::ilogb(samples), most);
  }
};

}  // namespace spotgrid
