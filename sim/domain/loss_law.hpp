// How the loss of asynchronous training falls, and how workers contend for their servers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/options.hpp"

namespace spotgrid {

// loss = K / (j + gamma1) + gamma5 after j iterations of b samples on n workers, with
// K = (gamma2 b + gamma3) sqrt((R + gamma4) n). R, in [0, 1), measures how unlike the shares of the
// workers are. Without gamma4 the factor R + gamma4 is 1. Shang et al., spotDNN (IWQoS 2023),
// eq. 3.
struct LossLaw {
  double gamma1 = 0, gamma2 = 0, gamma3 = 0;
  std::optional<double> gamma4;
  double gamma5 = 0;
  std::string source;

  void describe(Fields& fields) {
    fields("gamma1", gamma1, "iterations by which the curve is shifted", required);
    fields("gamma2", gamma2, "change of K with a sample of the batch, not above 0", required);
    fields("gamma3", gamma3, "K of an empty batch", required);
    fields("gamma4", gamma4, "weight of the number of workers; without it R does not count");
    fields("gamma5", gamma5, "loss that is never reached", required);
    fields("source", source, "where the coefficients come from");
  }
  // K; `convergence` is R, without it its factor is 1.
  double decay(double batch, double workers, std::optional<double> convergence) const {
    const double unlike = gamma4 && convergence ? *convergence + *gamma4 : 1;
    return (gamma2 * batch + gamma3) * std::sqrt(unlike * workers);
  }
  // The loss state u = 1/(L - gamma5), which grows by 1/K with each iteration and is continuous
  // when the workers change.
  double state_at(double loss) const { return 1 / (loss - gamma5); }
  double loss_at(double state) const { return 1 / state + gamma5; }
};

// P = alpha1 sqrt(n) + beta1: the share of time in which the servers' link is the bottleneck of n
// workers. Shang et al., eq. 9.
struct ServerContention {
  double alpha1 = 0, beta1 = 0;
  std::string source;

  void describe(Fields& fields) {
    fields("alpha1", alpha1, "change of P with the root of the number of workers", required);
    fields("beta1", beta1, "P of no workers", required);
    fields("source", source, "where the coefficients come from");
  }
};

}  // namespace spotgrid
