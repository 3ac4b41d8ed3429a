// Every node lives as long as a law says, whatever the trace does.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "models/formulas/interruption_band.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {
namespace {

class Lifetime final : public ReclaimSource {
 public:
  struct Options {
    std::string law_name = "exponential";
    Law law;
    InterruptionBand band = InterruptionBand::to_5;

    void describe(Fields& fields) {
      std::vector<NamedSummary> all(Law::kinds().begin(), Law::kinds().end());
      all.push_back({"advisor", "a constant hazard from a `band` of monthly interruptions"});
      const Field field{.key = "law", .help = "distribution of lifetimes", .required = true};
      std::string name = fields.reading() ? "" : law_name;
      fields.choice(field, all, name, [this](std::string_view chosen, Fields& inner) {
        if (inner.reading())
          law_name = chosen;
        if (chosen == "advisor") {
          inner("band", band, "share of nodes interrupted in a month", required);
        } else {
          law.describe_as(chosen, inner);
        }
      });
    }
    Law chosen() const { return law_name == "advisor" ? Law::exponential(mean_life(band)) : law; }
  };
  explicit Lifetime(const Options& options) : law_(options.chosen()) {}

  void attach(const PoolTruth& truth) override { truth_ = truth; }
  std::optional<Seconds> lifetime(const HeldNode& node) const override {
    return law_.quantile(truth_.random->draw("lifetime", truth_.pool_number, node.ordinal));
  }

 private:
  Law law_;
  PoolTruth truth_;
};

}  // namespace

Entry<ReclaimSource> lifetime() {
  return entry<ReclaimSource, Lifetime>("each node lives as long as a law says", "spotgrid");
}

}  // namespace spotgrid::reclaim
