// Bills of one node, by the rule's name and options as a scenario writes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sim/base/option_reader.hpp"
#include "sim/domain/billing.hpp"

namespace spotgrid::billing_test {

inline std::unique_ptr<BillingRule> billing_rule(std::string_view name,
                                                 const std::string& options = "{}") {
  const Entry<BillingRule>* found = find_entry(billing::catalogue(), name);
  require(found != nullptr, "the rule exists");
  const auto configured = found->options();
  const Document document = Document::parse(options, "test.json", InputKind::scenario);
  OptionReader reader(document);
  configured->describe(reader);
  reader.finish();
  return configured->make();
}

// A node that boots at 0 and ends after `length`; 1 $ a second unless a price series is set.
inline Usage use(Seconds length, EndedBy by = EndedBy::user) {
  Usage usage;
  usage.end = Instant::at(length);
  usage.ended_by = by;
  usage.on_demand = Price::of(1);
  return usage;
}

inline double total(const BillingRule& rule, const Usage& usage) {
  return rule.bill(usage).total().value();
}

}  // namespace spotgrid::billing_test
