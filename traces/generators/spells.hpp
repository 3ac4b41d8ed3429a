// Zones that are up and down by turns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "sim/base/options.hpp"
#include "sim/base/quantities.hpp"
#include "sim/base/random.hpp"

namespace spotgrid::traces {

// A mixture of two exponential laws: many short spells and a few long ones, which a single
// exponential cannot give. A first share of 1 is the exponential law.
struct HyperExponential {
  double first_share = 1;
  Seconds first_mean = hours(1);
  Seconds second_mean = hours(1);

  void describe(Fields& fields);
  Seconds mean() const { return first_share * first_mean + (1 - first_share) * second_mean; }
  Seconds draw(RandomStream& stream) const;
  // What is left of a spell that an observer meets: long spells are met more often, and each phase
  // has no memory.
  HyperExponential residual() const;
};

// Fitted by expectation-maximisation to the availability of single V100 nodes in nine zones of
// AWS, 2023-02-15 to 04-02 (traces of Wu et al., "Can't Be Late", NSDI'24), pooled over the zones.
struct Spells {
  HyperExponential up{.76, hours(.65), hours(11.2)};
  HyperExponential down{.69, hours(.52), hours(4.64)};

  void describe(Fields& fields);
  // The share of time up: mean up / (mean up + mean down).
  double availability() const { return up.mean() / (up.mean() + down.mean()); }
};

// Times at which all zones of a region are down together, whatever their own spells say.
struct RegionalShocks {
  double per_hour = 0;        // while there is none
  Seconds length = hours(1);  // mean

  void describe(Fields& fields);
};

// Time since the start of the trace, [from, to).
struct UpSpan {
  Seconds from;
  Seconds to;
};

// The spells up in [0, span), in order. The process is stationary from the start.
std::vector<UpSpan> draw_up_spans(const Spells& spells, Seconds span, RandomStream stream);

// The same for a region that is down in shocks; all of [0, span) without shocks.
std::vector<UpSpan> draw_quiet_spans(const RegionalShocks& shocks, Seconds span,
                                     RandomStream stream);

// The times that are in both lists.
std::vector<UpSpan> common_spans(const std::vector<UpSpan>& a, const std::vector<UpSpan>& b);

// "us-west-2" of zone "us-west-2a", "us-central1" of "us-central1-a"; a name that does not end in
// a digit, perhaps a dash, and one letter is a region of its own.
std::string_view region_of(std::string_view zone);

}  // namespace spotgrid::traces
