// The one place that says which JSON library we use. Include it from sources only: it costs 2 s.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace spotgrid {

using Json = nlohmann::ordered_json;

struct JsonTree {
  Json root;
};

}  // namespace spotgrid
