// The settings SimGrid runs with: ours where the user gave none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <simgrid/forward.h>

namespace spotgrid::grid {

// Starts the one engine of this process. `user` holds --cfg=key:value and --log=..., which win over
// our settings; anything SimGrid does not know is an InputError.
std::unique_ptr<simgrid::s4u::Engine> start_engine(const std::vector<std::string>& user);

// "key:value" of every setting that can change a result.
std::vector<std::string> settings_in_force();

}  // namespace spotgrid::grid
