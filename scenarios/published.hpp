// What a paper published, as data: its tables and figures point by point, and the parameters with
// which they are computed anew. Each file says where its figures come from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/data_file.hpp"
#include "sim/base/options.hpp"
#include "sim/domain/loss_law.hpp"

namespace spotgrid::scenarios {

// A kind of worker in a set of parameters.
struct SetType {
  std::string name;
  std::int64_t gpus = 1;
  double batch_per_gpu = 0;
  std::optional<double> speed;     // of a lone worker, with communication, samples/s; or
  std::optional<Seconds> compute;  // without
  void describe(Fields& fields);
};

// Parameters of the model of spotDNN for one experiment, where the catalogue of workloads has none.
struct ParameterSet {
  std::string source;
  Bytes gradients;
  Bandwidth per_flow;
  std::optional<Bandwidth> pcie;
  bool gpu_exchange = true;  // false: fitted without the exchange between the GPUs of a worker
  std::optional<ServerContention> contention;  // without: none
  std::optional<LossLaw> loss;
  std::vector<SetType> types;
  void describe(Fields& fields);
};

enum class PriceProfile : std::uint8_t { table3, repository, floor30 };
std::span<const std::string_view> words(PriceProfile profile);

// Spot prices as the paper prints them, as its program has them, and 30 % of the list price.
struct PriceRow {
  std::optional<Price> table3, repository;
  Price on_demand;
  std::string source;
  void describe(Fields& fields);
  std::optional<Price> spot(PriceProfile profile) const;
};
struct PriceTable {
  std::string source;
  std::map<std::string, PriceRow> types;
  void describe(Fields& fields);
};

enum class Measure : std::uint8_t { plan, time, cost, iterations, speed, convergence };
std::span<const std::string_view> words(Measure measure);

// Points of one quantity that are shown together.
struct PublishedPanel {
  std::string title, group, x_label, source;
  Measure measure = Measure::time;
  std::optional<double> accuracy;            // of reading, or half of the last printed digit
  std::optional<double> relative, absolute;  // tolerance; without both the points are listed
  bool log_x = false, log_y = false;
  void describe(Fields& fields);
};

// How a plan is found: as printed (at spot or list prices), or by a search.
enum class Strategy : std::uint8_t {
  printed,
  list_price,
  spotdnn,
  on_demand,
  srifty_plus,
  cm_dare_plus
};
std::span<const std::string_view> words(Strategy strategy);

// A cluster, or the search for one, and what was published of it.
struct PublishedCase {
  std::string group, series, label, set;
  std::optional<double> x;
  std::vector<std::int64_t> plan;  // counts in the order of the types; as printed
  Strategy strategy = Strategy::printed;
  std::optional<double> loss;        // that is trained to
  std::optional<Seconds> objective;  // in which
  std::optional<double> samples;     // that are trained, where no loss is given
  std::optional<bool> rounded;       // as the released program rounds; else as the item is
  std::map<std::string, double> published, spread;            // by measure
  std::map<std::string, std::string> listed, misprint, note;  // by measure: why
  void describe(Fields& fields);
};

struct PublishedItem {
  std::string title;
  std::vector<std::string> remarks, types;
  std::vector<std::int64_t> quota;  // by type; needed for searches
  std::string set;                  // of cases that name none
  PriceProfile prices = PriceProfile::repository;
  bool rounded = false;
  std::vector<std::string> simulated;  // series whose plans are simulated as well
  std::vector<PublishedPanel> panels;
  std::vector<PublishedCase> cases;
  void describe(Fields& fields);
};

// Loss over iterations of several clusters.
struct LossCurve {
  std::string panel, label;
  double numerator = 0, shift = 0;  // of numerator / (j + shift), fitted to this curve alone
  std::vector<double> losses;
  void describe(Fields& fields);
};
struct LossCurves {
  std::string title, source;
  double accuracy = 0;
  std::vector<double> iterations;
  std::vector<LossCurve> curves;
  void describe(Fields& fields);
};

// A number that the text claims.
struct Claim {
  std::string key, label, words, unit, note, source;
  std::optional<double> value, within;
  void describe(Fields& fields);
};
struct Claims {
  std::string title, source;
  std::vector<Claim> claims;
  void describe(Fields& fields);
};

// A change of workers while a job runs: a time line, in minutes.
struct TakeoverPhase {
  std::string label;
  double from = 0, to = 0, speed = 0, spread = 0;  // of the cluster, samples/s
  std::vector<double> ours;                        // from and to, in which ours is measured
  std::map<std::string, std::int64_t> workers;     // by type
  void describe(Fields& fields);
};
struct TakeoverSpeed {
  double at = 0, speed = 0;
  void describe(Fields& fields);
};
struct TakeoverInstant {
  std::string key, label, note;
  double at = 0;
  void describe(Fields& fields);
};
// What the loss state gives, where the paper gives no or another number.
struct DerivedFinish {
  double at = 0, within = 0;
  std::string source;
  void describe(Fields& fields);
};
struct DerivedCost {
  double cost = 0;  // $
  std::string source;
  void describe(Fields& fields);
};
struct Takeover {
  std::string title, source, plan;
  std::vector<std::string> remarks;
  double accuracy = 0, within = 0;  // of speeds: of reading; the tolerance, relative
  std::vector<TakeoverPhase> phases;
  std::vector<TakeoverSpeed> between;
  std::vector<TakeoverInstant> instants;
  DerivedFinish finish_by_state;
  DerivedCost cost_by_state;
  void describe(Fields& fields);
};

// Of spotDNN, by the names of their files; a name that is missing is our own mistake.
namespace spotdnn {
std::optional<ParameterSet> find_set(std::string_view name);
PublishedItem item(std::string_view name);
PriceTable prices();
LossCurves loss_curves();
Claims claims();
Takeover takeover();
}  // namespace spotdnn

namespace spotdnn_published {
std::span<const DataFile> files();
}  // namespace spotdnn_published
// Scenarios with the files that they name, by the names of the files.
namespace spotdnn_runs {
std::span<const DataFile> files();
}  // namespace spotdnn_runs
namespace spotdnn_sets {
std::span<const DataFile> files();
}  // namespace spotdnn_sets

}  // namespace spotgrid::scenarios
