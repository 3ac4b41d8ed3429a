// What a save, a restore and the training of a setup take with the network to themselves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/domain/setup.hpp"

namespace spotgrid {

// Of a full gang of one pool, or of the smallest that trains: the largest save and restore and the
// largest rate over the pools that can train (docs/modelling.md, "When").
struct QuietTimes {
  QuietSave save;
  Seconds restore{0};
  double rate = 0;  // Work per second of training; 0 where no pool can train
};
QuietTimes quiet_times(const Setup& setup);

}  // namespace spotgrid
