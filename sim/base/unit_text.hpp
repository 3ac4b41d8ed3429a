// Quantities as text with a unit: "10 min", "574 MB", "25 Gbps", "0.918 $/h".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// The kind of a quantity in files: what its units are called, and an example for messages.
struct UnitKind {
  std::string_view what;     // "a duration"
  std::string_view example;  // "10 min"
};

// Reads the whole of `text`; nothing when it is not a finite number and a known unit of the kind.
bool parse_quantity(std::string_view text, Seconds& value);
bool parse_quantity(std::string_view text, Bytes& value);
bool parse_quantity(std::string_view text, Bandwidth& value);
bool parse_quantity(std::string_view text, Dollars& value);
bool parse_quantity(std::string_view text, Price& value);
bool parse_quantity(std::string_view text, Speed& value);

UnitKind unit_kind(Seconds);
UnitKind unit_kind(Bytes);
UnitKind unit_kind(Bandwidth);
UnitKind unit_kind(Dollars);
UnitKind unit_kind(Price);
UnitKind unit_kind(Speed);

// In the base unit (prices per hour), the shortest number that reads back to the same value.
std::string to_text(Seconds value);
std::string to_text(Bytes value);
std::string to_text(Bandwidth value);
std::string to_text(Dollars value);
std::string to_text(Price value);
std::string to_text(Speed value);

// The shortest decimal that reads back to the same double; no exponent where it can be avoided.
std::string number_text(double value);
// The whole of `text` as a finite double, whatever the locale.
std::optional<double> parse_number(std::string_view text);

}  // namespace spotgrid
