// What predict and plan take from a scenario: the job's loss, and what can be rented as it starts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/assemble.hpp"
#include "sim/domain/provisioning.hpp"

namespace spotgrid::commands {

// Views point into it.
class StartOfJob {
 public:
  // Throws InputError where the model of spotDNN has nothing to say of the scenario, in the name of
  // the command. A loss given here goes before that of the scenario.
  StartOfJob(std::string_view command, const std::string& file, std::optional<double> loss);
  StartOfJob(const StartOfJob&) = delete;
  StartOfJob& operator=(const StartOfJob&) = delete;

  const Setup& setup() const { return assembled_.setup; }
  const scenarios::Scenario& scenario() const { return assembled_.resolved; }
  const Workload& workload() const { return *assembled_.setup.job.workload; }
  const LossView& loss() const { return *loss_; }
  // Pools in which workers can stand beside their servers, by pool, spot before on demand.
  const std::vector<OfferView>& offers() const { return offers_; }
  // What a policy sees at the start, when the servers are there.
  FleetView view(Seconds deadline) const;

 private:
  void check_model() const;
  void check_loss(std::string_view command, std::optional<double> given) const;
  void list_offers();
  std::int64_t free(Offer offer) const;

  scenarios::Assembled assembled_;
  std::optional<LossView> loss_;
  std::vector<Quota> quotas_;  // left beside the servers
  std::vector<OfferView> offers_;
};

}  // namespace spotgrid::commands
