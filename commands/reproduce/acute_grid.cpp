// Cells and closed forms.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/acute_grid.hpp"

#include <fmt/format.h>

namespace spotgrid::commands::reproduction {
namespace {

// The figures of scenarios/paper/acute/grid.json.
formulas::RemoteSavePath path_of(const GridCell& cell, bool copied) {
  formulas::RemoteSavePath path;
  path.serialise = cell.serialise;
  path.flow_cap = gigabits_per_second(5);
  path.sender_nic = gigabits_per_second(25);
  path.receiver_nic = cell.receiver;
  if (copied)
    path.remote_copy = path.join = bytes_per_second(10e9);
  path.store = bytes_per_second(100 * 1048576.0);
  path.fsync = Seconds{0.003};
  path.unpack = unpacked_at;
  path.repack = packed_at;
  return path;
}

}  // namespace

double in_gigabits(Bandwidth rate) {
  return rate / gigabits_per_second(1);
}
double in_gigabytes(Bandwidth rate) {
  return rate / bytes_per_second(1e9);
}

std::string text_of(const GridCell& cell) {
  return fmt::format("{} trainers, {}, {:g} Gbps, {:g} GB/s", cell.trainers, cell.model.name,
                     in_gigabits(cell.receiver), in_gigabytes(cell.serialise));
}

std::vector<GridCell> acute_grid() {
  std::vector<GridCell> all;
  for (const double receiver : {10.0, 25.0})
    for (const double serialise : {1e9, 2e9})
      for (const std::int64_t trainers : {2, 4, 8})
        for (const SavedModel& model : saved_models)
          all.push_back(
              {trainers, model, gigabits_per_second(receiver), bytes_per_second(serialise)});
  return all;
}

formulas::SaveClocks closed_form(const GridCell& cell, const formulas::RemoteSaveSwitches& switches,
                                 bool copied) {
  return formulas::remote_save(cell.model.state, path_of(cell, copied),
                               {cell.trainers, forward_and_backward, 1}, switches);
}

formulas::SaveClocks closed_form_direct(const GridCell& cell) {
  return formulas::direct_save(cell.model.state, path_of(cell, true));
}

double closed_form_cut(const GridCell& cell, bool copied) {
  return formulas::check_trans_gain(cell.trainers, path_of(cell, copied));
}

}  // namespace spotgrid::commands::reproduction
