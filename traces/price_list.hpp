// A JSON object from zone to a list of prices, paired with the rows of another file by index.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "traces/price_records.hpp"

namespace spotgrid::traces {

class PriceList {
 public:
  // Reads the file. Throws InputError(data).
  explicit PriceList(const std::string& path);

  const std::string& path() const { return path_; }
  // The list under the zone's name, or under the only key <zone>_...; of a list with one key that
  // one if no zone is known. Throws InputError(data).
  const std::vector<Price>& of(const std::string& zone) const;

 private:
  std::string path_;
  std::map<std::string, std::vector<Price>> lists_;
};

}  // namespace spotgrid::traces
