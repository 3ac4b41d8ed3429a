// The performance and loss model of spotDNN: time and cost of asynchronous training to a loss.
// Shang et al., "spotDNN: Provisioning Spot Instances for Predictable Distributed DNN Training in
// the Cloud", IWQoS 2023; numbers in brackets are its equations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/domain/loss_law.hpp"

// The laws that a workload brings with it, (3) for the loss and (10) for batches, are in
// sim/domain.
namespace spotgrid::formulas::spotdnn {

// The equations as printed, or as the released program computes them (icloud-ecnu/spotDNN,
// 97f4bcf): there PCIe is added where the compute time is derived, so that it counts twice, P may
// be negative, and the loss has neither R nor gamma4.
enum class Form : std::uint8_t { paper, released };
inline std::span<const std::string_view> words(Form) {
  static constexpr std::string_view all[] = {"paper", "released"};
  return all;
}
// Of the released program: b_w to 0.1 and j to an integer before the time is taken from them.
enum class Rounding : std::uint8_t { none, released };
inline std::span<const std::string_view> words(Rounding) {
  static constexpr std::string_view all[] = {"none", "released"};
  return all;
}

// An instance type as a worker.
struct WorkerType {
  std::int64_t gpus = 1;  // g
  double batch = 0;       // b^i, samples of the worker in one iteration
  Seconds compute{0};     // T_comp
  Price price;
};

struct Model {
  Bytes parameters;   // S_parm, one way
  Bandwidth worker;   // B_req, of a lone worker
  Bandwidth servers;  // B_ps, of all servers
  Bandwidth pcie;     // B_pcie
  ServerContention contention;
  LossLaw loss;
  Form form = Form::paper;
  Rounding rounding = Rounding::none;
};

// (9), clamped to a probability in the form of the paper.
inline double contention_probability(const Model& model, double n) {
  const double p = std::min(model.contention.alpha1 * std::sqrt(n) + model.contention.beta1, 1.0);
  return model.form == Form::paper ? std::max(p, 0.0) : p;
}

// (8); at n B_req = B_ps, which the paper leaves open, as below it.
inline Bandwidth worker_bandwidth(const Model& model, double n) {
  if (n * model.worker <= model.servers)
    return model.worker;
  const double p = contention_probability(model, n);
  return p * model.servers / n + (1 - p) * model.worker;
}

// (7), push and pull, over the network and between the GPUs and the worker's memory.
inline Seconds communication(const Model& model, std::int64_t gpus, Bandwidth worker) {
  const double times = model.form == Form::paper ? 2 : 4;
  return 2.0 * model.parameters / worker +
         times * static_cast<double>(gpus) * model.parameters / model.pcie;
}

// (6)
inline Seconds iteration(const Model& model, const WorkerType& type, Bandwidth worker) {
  return type.compute + communication(model, type.gpus, worker);
}
// Of a lone worker.
inline Seconds lone_iteration(const Model& model, const WorkerType& type) {
  return iteration(model, type, model.worker);
}

// The compute time behind the measured speed of a lone worker, samples/s: (6) and (7) solved.
inline Seconds compute_from_speed(const Model& model, std::int64_t gpus, double batch,
                                  double samples_per_second) {
  const Seconds pcie = 2.0 * static_cast<double>(gpus) * model.parameters / model.pcie;
  return Seconds{batch / samples_per_second} - 2.0 * model.parameters / model.worker - pcie;
}

// What a cluster does. Iterations are normalised: each trains `batch` samples.
struct Cluster {
  std::int64_t workers = 0;  // |N|
  double contended = 0;      // P
  Bandwidth bandwidth;       // B_wk
  Seconds iteration{0};      // T_exp (2)
  double batch = 0;          // b_w (4)
  double convergence = 0;    // R (5), the fastest worker first
  double speed = 0;          // v, samples/s
  double decay = 0;          // K: loss = K / (j + gamma1) + gamma5 (3)
  Price price;
};

// Counts by type; at least one worker.
inline Cluster cluster_of(const Model& model, const std::vector<WorkerType>& types,
                          const std::vector<std::int64_t>& counts) {
  Cluster all;
  for (const std::int64_t count : counts)
    all.workers += count;
  const auto n = static_cast<double>(all.workers);
  all.contended = contention_probability(model, n);
  all.bandwidth = worker_bandwidth(model, n);
  double updates = 0, squares = 0, fastest = 0;  // per second
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0)
      continue;
    const auto many = static_cast<double>(counts[i]);
    const Seconds time = iteration(model, types[i], all.bandwidth);
    const double speed = types[i].batch / time.count();
    updates += many / time.count();
    all.speed += many * speed;
    squares += many * speed * speed;
    fastest = std::max(fastest, speed);
    all.price += many * types[i].price;
  }
  all.iteration = Seconds{1 / updates};
  all.batch = all.speed / updates;
  if (model.rounding == Rounding::released)
    all.batch = std::round(10 * all.batch) / 10;
  const double first = 1 - fastest / all.speed;
  all.convergence =
      std::sqrt(first * first + std::max(0.0, squares - fastest * fastest) / all.speed / all.speed);
  all.decay = model.loss.decay(
      all.batch, n, model.form == Form::paper ? all.convergence : std::optional<double>());
  return all;
}

// Iterations from one loss to another on a cluster: the loss is continuous when a cluster changes,
// and K (1/(L - gamma5) - 1/(L_now - gamma5)) are left (3). From the start where none is given.
inline double iterations_to(const Model& model, const Cluster& cluster, double loss,
                            std::optional<double> from) {
  const double left = loss - model.loss.gamma5;
  // The released program has no guard: below gamma5 it finds negative iterations.
  if (model.form == Form::paper && (left <= 0 || cluster.decay <= 0))
    return std::numeric_limits<double>::infinity();
  const double gone = from ? cluster.decay / (*from - model.loss.gamma5) : model.loss.gamma1;
  const double iterations = cluster.decay / left - gone;
  return model.rounding == Rounding::released ? std::nearbyint(iterations) : iterations;
}

struct Outlook {
  Cluster cluster;
  double iterations = 0;  // j
  Seconds time{0};        // T (1)
  Dollars cost;           // C (11)
};

inline Outlook outlook(const Model& model, const Cluster& cluster, double loss,
                       std::optional<double> from = {}) {
  const double j = iterations_to(model, cluster, loss, from);
  const Seconds time{j * cluster.batch / cluster.speed};
  return {cluster, j, time, cluster.price * time};
}

// (15): beyond it every worker is contended.
inline std::int64_t most_workers(const Model& model) {
  const double root = (1 - model.contention.beta1) / model.contention.alpha1;
  return static_cast<std::int64_t>(std::floor(root * root));
}

}  // namespace spotgrid::formulas::spotdnn
