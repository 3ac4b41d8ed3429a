// What DeepVM (arXiv 2403.05861, CCGrid 2024) published, as data: what its planner could rent, what
// it chose and what was measured. Each file says where its figures come from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/formulas/deepvm.hpp"
#include "sim/base/data_file.hpp"
#include "sim/base/options.hpp"

namespace spotgrid::scenarios::deepvm {

struct TrainerRow {
  formulas::deepvm::TrainerType type;
  void describe(Fields& fields);
};
struct RemoteRow {
  formulas::deepvm::RemoteType type;
  void describe(Fields& fields);
};
struct SaturationRow {
  formulas::deepvm::Saturation entry;
  void describe(Fields& fields);
};
struct NodeLimits {
  std::int64_t trainers = 0, remotes = 0;
  std::optional<std::int64_t> anchored;  // without: none
  std::string source;
  void describe(Fields& fields);
};
// What the planner can rent.
struct RentalSet {
  std::string source;
  std::vector<TrainerRow> trainers;
  std::vector<RemoteRow> remotes;
  std::vector<SaturationRow> saturation;
  Bytes checkpoint;
  double buffer = 0;  // of checkpoints, in each remote
  NodeLimits limits;
  void describe(Fields& fields);
  formulas::deepvm::Catalogue catalogue() const;
};

// Speed-up over nodes.
struct ScalingCurve {
  std::string type;
  std::vector<double> nodes, seconds, measured, estimate;
  void describe(Fields& fields);
};
struct ScalingCurves {
  std::string title, source, set;
  std::vector<std::string> remarks;
  double accuracy = 0, within = 0;
  std::vector<ScalingCurve> curves;
  void describe(Fields& fields);
};

// What of a plan is shown: `released` and `once` are its performance by those metrics, `normalised`
// the released one over that of DeepVM.
enum class Measure : std::uint8_t { plan, price, objective, released, once, normalised };
std::span<const std::string_view> words(Measure measure);

struct PlanPanel {
  std::string title, published, source;
  Measure measure = Measure::plan;
  std::optional<double> accuracy, relative, absolute;
  bool curve = false;  // over the budget, with ours between the published values
  bool drawn = true;
  void describe(Fields& fields);
};
struct PlanCase {
  Price budget;
  formulas::deepvm::Policy policy = formulas::deepvm::Policy::deepvm;
  std::int64_t rank = 1;  // of the plans that the policy lists
  std::string plan;
  std::map<std::string, double> published;
  void describe(Fields& fields);
};
struct PlanItem {
  std::string title, set;
  std::vector<std::string> remarks;
  formulas::deepvm::Ties ties = formulas::deepvm::Ties::tiering;
  std::int64_t steps = 0;  // of curves, from no budget to the highest
  Price highest;
  std::vector<PlanPanel> panels;
  std::vector<PlanCase> cases;
  void describe(Fields& fields);
};

// Fig. 6: seconds to send a save to 1, 2, ... remotes, and whom it is simulated with.
struct SendingSetup {
  std::string series, remote;
  std::int64_t trainers = 1;
  Bytes state;
  Bandwidth network;  // of the remote
  void describe(Fields& fields);
};
struct Sending {
  std::string title, source;
  std::vector<std::string> remarks;
  double accuracy = 0, within = 0;
  std::int64_t reference = 1;  // remotes to whose time the others are set in relation
  std::vector<double> seconds;
  std::vector<SendingSetup> setups;
  void describe(Fields& fields);
};

struct MeasuredRun {
  std::string series;
  formulas::deepvm::Policy policy = formulas::deepvm::Policy::deepvm;
  std::int64_t rank = 1;
  Seconds makespan{0};
  Price price;
  double total = 0, ratio = 0;  // $; of the makespan to that of the first run
  void describe(Fields& fields);
};
struct MeasuredRuns {
  std::string title, source, set;
  std::vector<std::string> remarks;
  Price budget;
  double within = 0;            // of the cost, relative
  double simulated_within = 0;  // of what runs come to, relative
  std::vector<MeasuredRun> runs;
  void describe(Fields& fields);
};

// By the names of their files; a name that is missing is our own mistake.
RentalSet rental_set(std::string_view name);
PlanItem plans(std::string_view name);
ScalingCurves scaling_curves();
Sending sending();
MeasuredRuns measured_runs();

}  // namespace spotgrid::scenarios::deepvm

namespace spotgrid::scenarios {
namespace deepvm_published {
std::span<const DataFile> files();
}  // namespace deepvm_published
namespace deepvm_sets {
std::span<const DataFile> files();
}  // namespace deepvm_sets
}  // namespace spotgrid::scenarios
