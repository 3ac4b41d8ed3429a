// The grid on which ACUTE is checked, and its closed forms there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/formulas/acute_times.hpp"

// Cho et al.: ACUTE, IEEE Access 12, 2024. Neither instances, models, periods nor bandwidths of the
// paper are public. The grid was fixed before anything was computed on it, and is not tuned.
namespace spotgrid::commands::reproduction {

// Parameters of the model cards; Adam keeps 12 B of each, gradients are 4 B of each.
struct SavedModel {
  std::string_view name;
  Bytes state, gradients;
};
inline constexpr std::array<SavedModel, 4> saved_models = {
    {{"ResNet152", megabytes(722), megabytes(241)},
     {"ViT-L/16", megabytes(3652), megabytes(1217)},
     {"BERT-large", megabytes(4021), megabytes(1340)},
     {"GPT-2 XL", megabytes(18691), megabytes(6230)}}};

struct GridCell {
  std::int64_t trainers = 4;
  SavedModel model = saved_models[2];
  Bandwidth receiver = gigabits_per_second(10);
  Bandwidth serialise = bytes_per_second(1e9);  // all copies within a trainer included
};

std::string text_of(const GridCell& cell);  // "4 trainers, BERT-large, 10 Gbps, 1 GB/s"
double in_gigabits(Bandwidth rate);
double in_gigabytes(Bandwidth rate);

// N = 2, 4, 8; four models; receivers of 10 and 25 Gbps; serialisation at 1 and 2 GB/s.
std::vector<GridCell> acute_grid();

inline constexpr Seconds forward_and_backward{0.4};
inline constexpr Bandwidth unpacked_at = bytes_per_second(2e9), packed_at = bytes_per_second(1e9);

// Without training traffic. `copied`: out of the remote's receive buffer at 10 GB/s, and for the
// file; else these copies take no time.
formulas::SaveClocks closed_form(const GridCell& cell, const formulas::RemoteSaveSwitches& switches,
                                 bool copied = true);
formulas::SaveClocks closed_form_direct(const GridCell& cell);
double closed_form_cut(const GridCell& cell, bool copied);

}  // namespace spotgrid::commands::reproduction
