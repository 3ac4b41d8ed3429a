// EC2 for systems billed by the second (Linux, Windows), since 2017-10-02.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/billing/stretches.hpp"
#include "sim/domain/billing.hpp"

namespace spotgrid::billing {
namespace {

// AWS says that a price is "in effect for the current hour" of the instance (2017), and elsewhere
// that use is charged at the price of the moment; both readings are offered.
enum class PriceBasis : std::uint8_t { hour_start, continuous };
std::span<const std::string_view> words(PriceBasis) {
  static constexpr std::array<std::string_view, 2> all = {"hour_start", "continuous"};
  return all;
}

class AwsPerSecond final : public BillingRule {
 public:
  struct Options {
    Seconds minimum{60};
    PriceBasis price_basis = PriceBasis::hour_start;
    bool first_hour_refund = true;

    void describe(Fields& fields) {
      fields("minimum", minimum, "least time charged for a node that booted", at_least(0s));
      fields("price_basis", price_basis,
             "price at the start of each hour of the node, or as it changes", moves_results);
      fields("first_hour_refund", first_hour_refund,
             "a spot node that the provider ends before it is an hour old is free");
    }
  };
  explicit AwsPerSecond(const Options& options) : options_(options) {}

  Bill bill(const Usage& usage) const override {
    Bill bill;
    bill.stretches = options_.price_basis == PriceBasis::hour_start ? by_hour_of_node(usage)
                                                                    : as_price_changes(usage);
    if (is_refunded(usage)) {
      bill.refund = bill.total();
      return bill;
    }
    const Seconds used = usage.end - usage.booting;
    if (used < options_.minimum)
      bill.minimum = last_price(bill, usage) * (options_.minimum - used);
    return bill;
  }

 private:
  // AWS: "interrupted in the first hour" is free. Whether 3600 s is inside it is not said; here it
  // is not.
  bool is_refunded(const Usage& usage) const {
    return options_.first_hour_refund && usage.side == MarketSide::spot &&
           usage.ended_by == EndedBy::provider && usage.end - usage.booting < hours(1);
  }
  static Price last_price(const Bill& bill, const Usage& usage) {
    return bill.stretches.empty() ? usage.price_at(usage.booting) : bill.stretches.back().price;
  }

  Options options_;
};

}  // namespace

Entry<BillingRule> aws_per_second() {
  return entry<BillingRule, AwsPerSecond>(
      "per second with a minimum; free when reclaimed in the first hour",
      "EC2 User Guide, Billing for interrupted Spot Instances (2023-06)");
}

}  // namespace spotgrid::billing
