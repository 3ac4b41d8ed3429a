// The description of a whole scenario.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/scenario.hpp"

#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "sim/base/bounds.hpp"
#include "sim/base/unit_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::scenarios {
namespace {

void check_start(Fields& fields, const std::string& start) {
  Seconds offset{0};
  if (traces::parse_timestamp(start))
    return;
  if (!parse_quantity(start, offset)) {
    fields.problem("start", fmt::format("expected an instant or an offset, found \"{}\"", start),
                   R"(write "2023-03-01T00:00:00Z", or an offset into the traces such as "36 h")");
  } else if (offset < 0s) {
    fields.problem("start", fmt::format("an offset lies inside the traces, found \"{}\"", start),
                   "give one of at least 0 s");
  } else if (offset > longest_span) {
    fields.problem("start", fmt::format("no trace is so long, found \"{}\"", start),
                   fmt::format("give one of at most {}", to_text(longest_span)));
  }
}

}  // namespace

void TrafficOption::describe_at(Fields& fields) {
  constexpr std::string_view help = "prices of bytes that leave a zone, or \"not_modelled\"";
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("traffic", word, help); }},
       {JsonType::object, [&](Fields& inner) { inner("traffic", prices, help); }}}};
  fields.forms("traffic", form, forms, help);
}

namespace {

bool whole_number(std::string_view text, std::int64_t& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() && number >= 1 &&
         number <= 100000;
}

}  // namespace

void FidelityOption::describe_at(Fields& fields) {
  fields("fidelity", text,
         "how closely iterations are simulated: full, memo, macro or macro:K; default: memo where "
         "workers go in step, else macro");
  if (!fields.reading() || !text)
    return;
  const std::string_view word = *text;
  const auto colon = word.find(':');
  const std::string_view kind = word.substr(0, colon);
  std::int64_t count = 1;
  if (kind == "full" && colon == std::string_view::npos) {
    value = {Fidelity::Kind::full, 1};
  } else if (kind == "memo" && colon == std::string_view::npos) {
    value = {Fidelity::Kind::memo, 1};
  } else if (kind == "macro" &&
             (colon == std::string_view::npos || whole_number(word.substr(colon + 1), count))) {
    counts_itself = colon == std::string_view::npos;
    value = {Fidelity::Kind::macro, count};
  } else {
    fields.problem("fidelity", fmt::format("no such fidelity, found \"{}\"", word),
                   "use full, memo, macro or macro:K with K from 1 to 100000, such as macro:20");
  }
}

void Scenario::describe(Fields& fields) {
  fields("start", start,
         "calendar instant (ISO 8601), or an offset into the traces such as \"36 h\"; where the "
         "data begins without it");
  fields("horizon", horizon, "the run ends at the latest so long after its start",
         above(Seconds{0}, longest_span));
  fields("seed", seed, "number from which all chance follows", at_least(0.0));
  fields("job", job, "what is trained", required);
  fields("market", market, "what can be rented, at what price, and who is lost", required);
  fields("network", network, "network between the nodes");
  traffic.describe_at(fields);
  fields("provisioning", provisioning, "who decides what to rent", required);
  fields("checkpointing", checkpointing, "how and when state is saved; not at all without it");
  fidelity.describe_at(fields);
  if (!fields.reading())
    return;
  if (start)
    check_start(fields, *start);
}

}  // namespace spotgrid::scenarios
