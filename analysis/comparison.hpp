// Published values beside ours: residuals, tolerances, what lies within them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spotgrid::analysis {

// A number, or words such as a plan, which are compared letter by letter.
struct Amount {
  std::optional<double> number;
  std::string words;
};

// What runs came to: the mean of several with the least and the greatest, or words of one.
struct Simulated {
  double mean = 0, low = 0, high = 0;
  std::string way;    // how it was simulated, where there are several ways
  std::string words;  // in place of the numbers
  bool drawn = true;  // false: of the tables alone
};

struct Tolerance {
  double value = 0;
  bool relative = true;  // to the reference; else in its unit
};

enum class Verdict : std::uint8_t { within, outside, listed, misprint };

// One published value.
struct Compared {
  std::string series, label;  // whose value, of what
  std::optional<double> x;    // without: `label` is a category
  Amount published;
  std::optional<double> spread;  // standard deviation that was published with it
  Amount predicted;
  std::vector<Simulated> simulated;
  bool by_simulation = false;          // the first simulation is judged, not the prediction
  bool by_formula = false;             // and by the prediction: nothing comparable was published
  std::optional<Tolerance> tolerance;  // without: listed, not judged
  bool misprint = false;               // shown, not judged
  bool between = false;                // ours between published points: of figure and CSV alone
  std::string note;

  Amount ours() const;                       // what is judged
  const Amount& reference() const;           // by what: published, or predicted
  std::optional<double> difference() const;  // ours less the reference
  std::optional<double> residual() const;    // the same in percent of the reference
  Verdict verdict() const;
};

// Values of one quantity that belong into one picture.
struct ComparedPanel {
  std::string title, x_label, quantity, unit, source;
  std::optional<double> accuracy;  // of the reading of a figure, or of the printed digits
  bool log_x = false, log_y = false;
  std::vector<Compared> rows;
  bool drawn = true;  // false: of the tables alone

  std::string axis() const;  // "time (s)"
};

struct Tally {
  std::size_t within = 0, judged = 0;
  Tally& operator+=(const Tally& other);
  std::string text() const;  // "3 of 4 points within tolerance"
};

struct Comparison {
  std::string name, title;
  std::vector<std::string> remarks;
  std::vector<ComparedPanel> panels;

  Tally tally() const;
  std::string text() const;  // for people
  std::string csv() const;   // one value a line; one simulated in several ways has several
};

}  // namespace spotgrid::analysis
