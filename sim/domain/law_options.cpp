// The options of the laws of durations.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "sim/base/error.hpp"
#include "sim/domain/law.hpp"

namespace spotgrid {
namespace {

// In the order of Law::Kind.
constexpr std::array<NamedSummary, 8> laws = {{
    {"constant", "always `value`"},
    {"uniform", "between `least` and `most`"},
    {"exponential", "a constant hazard; `mean`"},
    {"weibull", "a hazard that falls (`shape` under 1) or grows with age; `shape`, `scale`"},
    {"lognormal", "`median`, and `sigma` of the logarithm"},
    {"hyperexponential2", "exponential with `mean1` for a `share`, with `mean2` for the rest"},
    {"bathtub", "constrained lifetimes (Kadupitiya et al. 2020); `a`, `tau1`, `tau2`, `b`, `cap`"},
    {"empirical", "one of `values`, all equally likely"},
}};

}  // namespace

void Law::describe_at(Fields& fields, std::string_view key, std::string_view help) {
  std::size_t form = kind_ == Kind::constant ? 0 : 1;
  const std::array<Form, 2> all = {
      {{JsonType::text, [&](Fields& inner) { inner(key, value_, help, at_least(0s)); }},
       {JsonType::object, [&](Fields& inner) { inner(key, *this, help); }}}};
  fields.forms(key, form, all, help);
  if (fields.reading() && form == 0)
    kind_ = Kind::constant;
}

void Law::describe(Fields& fields) {
  std::string name(fields.reading() ? "" : word_of(kind_));
  const Field field{.key = "law", .help = "distribution of the duration", .required = true};
  fields.choice(field, laws, name,
                [this](std::string_view chosen, Fields& inner) { describe_as(chosen, inner); });
}

std::span<const NamedSummary> Law::kinds() {
  return laws;
}

void Law::describe_as(std::string_view kind, Fields& fields) {
  const auto at = std::find_if(laws.begin(), laws.end(),
                               [&](const NamedSummary& one) { return one.name == kind; });
  require(at != laws.end(), "a law that was chosen exists");
  kind_ = static_cast<Kind>(at - laws.begin());
  describe_parameters(fields);
}

void Law::describe_parameters(Fields& fields) {
  switch (kind_) {
    case Kind::constant:
      fields("value", value_, "the duration", required, at_least(0s));
      break;
    case Kind::uniform:
      describe_uniform(fields);
      break;
    case Kind::exponential:
      fields("mean", value_, "mean of the exponential law", required, above(0s));
      break;
    case Kind::weibull:
      fields("shape", shape_, "1 is exponential; below 1 the hazard falls", required, above(0));
      fields("scale", scale_, "duration that 63 % do not exceed", required, above(0s));
      break;
    case Kind::lognormal:
      fields("median", median_, "median duration", required, above(0s));
      fields("sigma", sigma_, "standard deviation of the logarithm", required, at_least(0));
      break;
    case Kind::hyperexponential2:
      fields("share", share_, "weight of the first phase", required, between(0, 1));
      fields("mean1", mean1_, "mean of the first phase", required, above(0s));
      fields("mean2", mean2_, "mean of the second phase", required, above(0s));
      break;
    case Kind::bathtub:
      describe_bathtub(fields);
      break;
    case Kind::empirical:
      fields("values", values_, "observed durations", required, at_least(0s));
      std::sort(values_.begin(), values_.end());
      if (fields.reading() && values_.empty())
        fields.problem("values", "no duration to draw from", "give at least one");
      break;
  }
}

void Law::describe_uniform(Fields& fields) {
  fields("least", least_, "shortest duration", required, at_least(0s));
  fields("most", most_, "longest duration", required, at_least(0s));
  if (fields.reading() && most_ < least_)
    fields.problem("most", "shorter than \"least\"", "exchange the two");
}

void Law::describe_bathtub(Fields& fields) {
  constexpr Limits share{.least = 0, .most = 1, .least_excluded = true};
  fields("a", a_, "F(t) = a (1 - e^(-t/tau1) + e^((t-b)/tau2))", required, share);
  fields("tau1", tau1_, "time constant of early deaths", required, above(0s));
  fields("tau2", tau2_, "time constant of the deaths before the end", required, above(0s));
  fields("b", b_, "age about which the late deaths lie", required, at_least(0s));
  fields("cap", cap_, "age at which all that still live die; else where F is 1", above(0s));
}

}  // namespace spotgrid
