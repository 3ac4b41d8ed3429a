// What the numbers of a capacity file mean: 0/1 flags or counts, nodes up or nodes lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "traces/source_text.hpp"
#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

// Turns the values of `raw` into nodes up, by `polarity` and `nodes`. What neither the file nor the
// options say is listed with the trace. True where 0/1 data were read without a stated polarity.
bool counts_from(RawCounts& raw, TraceBuilder& trace);

// A cell that counts nodes. Throws InputError(data).
std::int64_t read_count(std::string_view cell, const Place& place);

// The pool of a file that names none: as the options say, else the zone out of a file name
// <zone>_<accelerator>_<count>, which is listed as assumed.
PoolName pool_of_file(const std::string& path, TraceBuilder& trace);

}  // namespace spotgrid::traces
