// Membership: gathering, losing, changing, restoring.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/trainer.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {

Trainer::Trainer(World& world, Fleet& fleet, Activities& activities)
    : world_(world),
      fleet_(fleet),
      activities_(activities),
      mode_(world.setup.job.training->make()),
      traits_(mode_->traits()),
      members_(world, fleet, *mode_),
      checkpointer_(world, fleet, activities, *this),
      progress_(world) {
  const Fidelity& fidelity = world.setup.fidelity;
  if (fidelity.kind != Fidelity::Kind::macro)
    return;
  most_together_ = fidelity.together > 0 ? fidelity.together : members_.together();
  if (!traits_.staleness || fidelity.together > 0)
    return;
  // A bound of fewer than four steps would lock workers together that single iterations do not.
  most_together_ = std::max<std::int64_t>(1, std::min(most_together_, *traits_.staleness / 4));
  while (*traits_.staleness % most_together_ != 0)  // a bound is one in steps that divide it
    --most_together_;
}

std::string Trainer::fidelity() const {
  switch (world_.setup.fidelity.kind) {
    case Fidelity::Kind::macro:
      return "macro:" + std::to_string(most_together_);
    case Fidelity::Kind::memo:
      return "memo";
    case Fidelity::Kind::full:
      break;
  }
  return "full";
}

void Trainer::begin() {
  world_.record(event::PhaseBegan{phase_});
  checkpointer_.begin();
  checkpointer_.plan_next(schedule_view());  // what saves cost is known before any training
}

bool Trainer::is_member(NodeId id) const {
  return std::find(workers_.begin(), workers_.end(), id) != workers_.end() ||
         std::find(servers_.begin(), servers_.end(), id) != servers_.end();
}

const Group& Trainer::group() {
  if (!group_)
    group_ = members_.group(workers_, servers_, remotes_);
  return *group_;
}

// A new stage: the phase of the job and the states of its nodes follow.
void Trainer::enter(Stage stage, Phase phase) {
  if (phase_ == Phase::training && phase != Phase::training) {
    account_missing();
    missing_.clear();
    progress_.flush();
  }
  stage_ = stage;
  if (phase != phase_) {
    phase_ = phase;
    world_.record(event::PhaseBegan{phase});
    if (phase == Phase::training)
      progress_.begin_stretch();
  }
  static constexpr NodeState of_stage[] = {NodeState::waiting,  NodeState::stalled,
                                           NodeState::restart,  NodeState::restore,
                                           NodeState::training, NodeState::stall};
  const bool waits = stage == Stage::waiting;
  if (!is_lined_up_ || lined_up_at_ != fleet_.roster() || waits_ != waits)
    line_up(waits);
  fleet_.enter(lined_up_, of_stage[static_cast<std::size_t>(stage)]);
}

// Who goes through the stages together: the workers, and while the job waits all that are ready.
// What others do does not depend on the stage.
void Trainer::line_up(bool waits) {
  std::vector<NodeId> sorted;
  if (!std::is_sorted(workers_.begin(), workers_.end())) {
    sorted = workers_;
    std::sort(sorted.begin(), sorted.end());
  }
  const std::vector<NodeId>& workers = sorted.empty() ? workers_ : sorted;
  auto worker = workers.begin();
  std::vector<NodeId> together;
  together.reserve(fleet_.living().size());
  for (const NodeId id : fleet_.living()) {
    const Node& node = fleet_.node(id);
    if (node.serves() || node.life != Node::Life::ready)
      continue;
    while (worker != workers.end() && *worker < id)
      ++worker;
    const bool works = worker != workers.end() && *worker == id;
    if (works || (waits && !node.notice_seen))
      together.push_back(id);
    else
      fleet_.enter(id, node.notice_seen ? NodeState::draining : NodeState::spare);
  }
  if (!lined_up_ || *lined_up_ != together)
    lined_up_ = std::make_shared<const std::vector<NodeId>>(std::move(together));
  lined_up_at_ = fleet_.roster();
  waits_ = waits;
  is_lined_up_ = true;
}

void Trainer::node_ready(const Node& node) {
  if (node.duty == Duty::remote) {
    remotes_.push_back(node.id);
    group_.reset();
    cut_if_possible();
    return;
  }
  if (node.serves() || stage_ == Stage::waiting) {
    if (traits_.in_step && !traits_.elastic())
      try_start();
    else  // with all that are ready at this instant
      world_.queue.push(world_.now(), EventClass::ready, number(node.id), [this] { try_start(); });
    return;
  }
  if (stage_ == Stage::ended)
    return;
  fleet_.enter(node.id, NodeState::spare);
  admit_spares();
}

// Modes without common iterations take in whoever is ready while they train; noticed members will
// be missing soon and do not count, but all together they are at most twice as many as wanted: the
// network has room for no more.
void Trainer::admit_spares() {
  if (traits_.in_step || stage_ != Stage::training)
    return;
  auto lasting = std::count_if(workers_.begin(), workers_.end(),
                               [&](NodeId id) { return !fleet_.node(id).notice_seen; });
  for (const NodeId id : fleet_.believed())  // lost ones count until their loss is known
    lasting += !fleet_.node(id).alive() && !fleet_.node(id).serves() ? 1 : 0;
  for (const NodeId id : eligible()) {
    if (is_member(id) || lasting >= traits_.nodes ||
        static_cast<std::int64_t>(workers_.size()) >= 2 * traits_.nodes)
      continue;
    ++lasting;
    account_missing();
    workers_.push_back(id);
    regroup();
    fleet_.enter(id, NodeState::restart);
    const Seconds init =
        world_.setup.job.membership.init.quantile(world_.random.draw("init node", number(id)));
    begin_loop(id, apart(id, world_.now() + init));
  }
}

void Trainer::notice_seen(const Node& node) {
  if (!is_member(node.id)) {
    if (node.life == Node::Life::ready && stage_ == Stage::waiting)
      fleet_.enter(node.id, NodeState::draining);
    return;
  }
  admit_spares();
  take_iterations();
  const bool works = stage_ == Stage::training || stage_ == Stage::saving;
  if (works && checkpointer_.saves_on_notice(schedule_view(), node.doom->dies_at - world_.now())) {
    checkpointer_.want("a notice was seen");
    cut_if_possible();
  }
}

// A node ended. True where the group had it and must break off.
bool Trainer::leaves_a_gap(const Node& node) {
  checkpointer_.node_ends(node.id);
  activities_.node_ends(node.id);
  leaving_.erase(node.id);
  if (stage_ == Stage::ended)
    return false;
  if (std::erase(remotes_, node.id) > 0)
    group_.reset();
  if (std::erase(holders_, node.id) > 0 && !state_survives() && !rescues_)
    checkpointer_.processes_restart();
  if (!is_member(node.id))
    return false;
  if (traits_.in_step || node.serves() || (stage_ != Stage::training && stage_ != Stage::saving))
    return true;
  drop_worker(node);
  return false;
}

void Trainer::node_lost(const Node& node) {
  if (!leaves_a_gap(node))
    return;
  unknown_losses_.insert(node.id);
  halt("a member was lost");
  if (node.loss_known)
    loss_known(node);
}

// A worker that iterates on its own: only its iteration in flight is lost.
void Trainer::drop_worker(const Node& node) {
  account_missing();
  credit(node.id);
  if (loops_[node.id].graph)
    activities_.cancel(*loops_[node.id].graph);
  loops_.erase(node.id);
  std::erase(workers_, node.id);
  regroup();
  admit_spares();
  release_the_fast();
  if (static_cast<std::int64_t>(workers_.size()) >= traits_.min_nodes) {
    pauses_for_cut();  // it may have been the last that was waited for
    return;
  }
  if (!node.loss_known)
    unknown_losses_.insert(node.id);
  halt("too few workers are left");
  try_change();
}

void Trainer::loss_known(const Node& node) {
  admit_spares();
  if (unknown_losses_.erase(node.id) > 0)
    try_change();
}

void Trainer::node_released(const Node& node) {
  if (!leaves_a_gap(node))
    return;
  halt("a member was released");
  try_change();
}

void Trainer::stop_graphs() {
  if (timer_)
    world_.queue.cancel(*timer_);
  if (due_timer_)
    world_.queue.cancel(*due_timer_);
  timer_.reset();
  due_timer_.reset();
  if (graph_)
    activities_.cancel(*graph_);
  graph_.reset();
  if (iterations_)
    activities_.cancel(*iterations_);
  iterations_.reset();
  for (auto& [id, loop] : loops_) {
    credit(id);
    if (loop.graph)
      activities_.cancel(*loop.graph);
  }
  loops_.clear();
}

// Where every instant is committed, so is this one: work that ends at a loss is done.
bool Trainer::work_ends_now() const {
  return traits_.continuous && checkpointer_.traits().continuous && stage_ == Stage::training &&
         timer_ && timer_->at == world_.now();
}

void Trainer::halt(const std::string& cause) {
  if (stage_ == Stage::waiting || stage_ == Stage::stalled || stage_ == Stage::ended)
    return;
  if (work_ends_now()) {
    progress_.gain_to(world_.setup.job.target);
    finish();
  }
  const bool broken = stage_ == Stage::restarting && !for_joiners_;
  for_joiners_ = false;
  ++stops_;
  break_off(cause);
  if (broken)
    count_recovery();  // one that did not get as far as its restart
}

void Trainer::break_off(const std::string& cause) {
  sync_flow_of_work();
  take_iterations();
  stop_graphs();
  if (stage_ == Stage::restoring)
    world_.record(event::RestoreBroken{});
  world_.record(event::Stopped{cause});
  finishing_ = false;
  enter(Stage::stalled, Phase::stalled);
}

bool Trainer::can_guarantee() const {
  double slowest = 0;  // Work per second of a full gang on demand
  const auto pools = static_cast<std::uint32_t>(world_.setup.market.pools.size());
  for (std::uint32_t pool = 0; pool < pools; ++pool) {
    const double rate = rate_of({PoolId{pool}, MarketSide::on_demand});
    slowest = slowest > 0 && rate <= 0 ? slowest : slowest > 0 ? std::min(slowest, rate) : rate;
  }
  // An elastic gang may change once for each of its nodes, and train more slowly meanwhile.
  if (!members_.change_is_bounded() || !traits_.in_step || traits_.elastic() || slowest <= 0)
    return false;
  const Seconds work{world_.setup.job.target.value() / slowest};
  return members_.change_bound() + work + members_.quiet_save().latency <=
         world_.setup.job.deadline.value_or(Instant{}).since_start();
}

// The change begins when every loss is known, and `debounce` later.
void Trainer::try_change() {
  if (stage_ != Stage::stalled || !unknown_losses_.empty())
    return;
  if (timer_)
    world_.queue.cancel(*timer_);
  timer_.reset();
  const Seconds debounce = world_.setup.job.membership.debounce;
  if (debounce <= 0s) {
    change();
    return;
  }
  wait_until(world_.now() + debounce, [this] {
    if (unknown_losses_.empty())
      change();
  });
}

void Trainer::leave(const std::vector<NodeId>& nodes) {
  const bool works = stage_ == Stage::training || stage_ == Stage::saving;
  const bool unsaved = change_loses_work();
  bool deferred = false;
  for (const NodeId id : nodes) {
    if (works && unsaved && traits_.in_step && is_member(id)) {
      leaving_.insert(id);
      deferred = true;
    } else {
      fleet_.release(id);
    }
  }
  if (!deferred || stage_ == Stage::ended)
    return;
  checkpointer_.want("a planned change");
  cut_if_possible();
}

JobView Trainer::job_view() const {
  const Market& market = world_.setup.market;
  JobView view;
  view.nodes = traits_.nodes;
  view.target = world_.setup.job.target;
  view.done = done_now();
  view.committed = checkpointer_.traits().continuous ? view.done : checkpointer_.committed();
  view.deadline = world_.setup.job.deadline;
  if (world_.setup.job.loss)
    view.loss = loss_view();
  view.partial = world_.setup.job.gang == Gang::accumulate;
  view.training = stage_ == Stage::training;
  view.saving = stage_ == Stage::saving || checkpointer_.wanted() || checkpointer_.under_way();
  view.change_bound = members_.change_bound();
  view.save_bound = members_.quiet_save().latency;
  view.margin = std::max(market.notice > 0s ? market.detection.upper_bound() : Seconds{0},
                         market.failure_detection);
  return view;
}

LossView Trainer::loss_view() const {
  const JobSetup& job = world_.setup.job;
  LossView view = spotgrid::loss_view(world_.setup, *job.loss);
  if (begun_)
    view.now = job.workload->loss->loss_at(progress_.done().value());
  return view;
}

// The waits are told apart when all events of the instant are known.
void Trainer::after_batch(bool policy_wants_none) {
  account_missing();
  if (stage_ == Stage::training && iterations_)
    activities_.pause_at(*iterations_, next_pause());
  if (stage_ != Stage::waiting)
    return;
  const bool complete = fleet_.lasting() >= least();  // there, or on their way
  const Phase wait = complete && fleet_.on_duty(Duty::server) >= traits_.servers ? Phase::boot_wait
                     : !complete && policy_wants_none                            ? Phase::idle
                                                      : Phase::capacity_wait;
  enter(Stage::waiting, wait);
}

void Trainer::end(Outcome outcome, const std::string& reason) {
  if (stage_ == Stage::ended)
    return;
  sync_flow_of_work();
  take_iterations();
  stop_graphs();
  account_missing();
  if (phase_ == Phase::training)
    progress_.flush();
  stage_ = Stage::ended;
  checkpointer_.job_ends();
  world_.record(event::JobEnded{outcome, reason});
  for (const NodeId id : std::vector<NodeId>(fleet_.living()))
    fleet_.release(id);
  activities_.stop();
}

}  // namespace spotgrid::engine
