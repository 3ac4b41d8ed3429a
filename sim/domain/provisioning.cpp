// Look-up in a view, and what a policy needs unless it says otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/provisioning.hpp"

namespace spotgrid {

const OfferView& FleetView::at(Offer offer) const {
  for (const OfferView& one : offers)
    if (one.offer == offer)
      return one;
  require(false, "a policy asks about an offer of its view");
  return offers.front();
}

NodesBySide ProvisioningPolicy::needs(std::int64_t, std::int64_t least) const {
  return {least, 0};
}

}  // namespace spotgrid
