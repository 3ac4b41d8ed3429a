// What the model of spotDNN says of one plan, and how it is printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/formulas/spotdnn_search.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid::commands {

struct PlannedType {
  std::string instance;
  std::int64_t count = 0;
  formulas::spotdnn::WorkerType worker;

  void describe(Fields& fields);
};

struct Prediction {
  std::string workload;
  MarketSide side = MarketSide::spot;
  double loss = 0;
  formulas::spotdnn::Model model;
  std::vector<PlannedType> plan;
  formulas::spotdnn::Outlook outlook;
};

std::string prediction_table(const Prediction& all);
std::string prediction_json(const Prediction& all);
// A header and a row, units in the names.
std::string prediction_csv(const Prediction& all);

// "2 p3.2xlarge + 4 g3.8xlarge"
std::string plan_text(const std::vector<PlannedType>& plan);

}  // namespace spotgrid::commands
