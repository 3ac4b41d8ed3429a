// Look-up in a view.
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

}  // namespace spotgrid
