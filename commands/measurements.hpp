// A user's measurements of training clusters, read from CSV for "spotgrid fit".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/formulas/spotdnn_fit.hpp"

namespace spotgrid::commands {

struct MeasuredRow {
  std::size_t line = 0;
  std::string cluster;  // as written
  formulas::spotdnn::Measurement measurement;
};

struct MeasurementFile {
  std::string path;
  std::vector<std::string> types;  // instance types, in the order of the file
  std::vector<MeasuredRow> rows;
};

// A row without "sd" counts as if its value were known to one part in a hundred. Throws
// InputError(data) with every problem of the file.
MeasurementFile read_measurements(const std::string& path);
// The same of the text of a file; `name` stands for its path.
MeasurementFile measurements_in(std::string name, std::string text);

}  // namespace spotgrid::commands
