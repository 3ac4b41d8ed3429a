// Losses in every phase of a save and of a restore, for every scheme: what was not committed before
// is never read, and what is read is the newest that survived.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/engine/tier_turns.hpp"
#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

// Without an entry a scheme is tried with the storage alone, then without options.
const std::string plain_storage =
    R"("storage": {"write": "100 MB/s", "read": "400 MB/s", "fsync": "2 s"})";
const std::multimap<std::string, std::string> variants = {
    {"acute", R"({"serialise": "500 MB/s", )" + plain_storage + "}"},
    {"mlc_base", R"({"serialise": "500 MB/s", )" + plain_storage + "}"},
    {"deepcheck", R"({"serialise": "500 MB/s", "remotes": 2, )" + plain_storage + "}"},
    {"direct_storage", "{" + plain_storage + "}"},
    {"direct_storage", R"({"carrier": "agent", "writers": "all", )" + plain_storage + "}"},
    {"gemini", "{}"},
    {"gemini", R"({"replicas": 3, "chunks": 4, "storage_every": 1, )" + plain_storage + "}"},
    {"given_times", R"({"levels": [{"stall": "1 s", "latency": "3 s", "restore": "2 s",
                                    "survives": 1},
                                   {"stall": "1 s", "latency": "6 s", "restore": "5 s"}]})"},
    {"scr", R"({"set": 4, "encode": "100 MB/s", "flush_every": 1, )" + plain_storage + "}"},
    {"scr", R"({"redundancy": "reed_solomon", "set": 4, "cached": 2, "flush_every": 2,
                "flush": "asynchronous", "medium": "disk", "disk_write": "200 MB/s", )" +
                plain_storage + "}"},
    {"fti", R"({"partner_every": 2, "code_every": 8, "storage_every": 16, )" + plain_storage + "}"},
    {"fti", R"({"partner_every": 8, "code_every": 2, "storage_every": 16, "processing": "head", )" +
                plain_storage + "}"},
    {"fti", R"({"partner_every": 8, "code_every": 8, "storage_every": 2, )" + plain_storage + "}"},
};

struct Case {
  std::string scheme, options;
  StateLayout state;
  std::string text() const {
    return options + (state == StateLayout::sharded ? " sharded" : " replicated");
  }
};

// Four workers with iterations of 10 s and a state of 1 GB, saved after every second one. Remotes
// are spot nodes too.
ARun four_workers(const Case& one) {
  ARun run;
  run.samples(4 * 9, Seconds{10}, 1, Bytes{}, Bytes::of(1e9));
  run.mode("all_reduce", one.state == StateLayout::sharded
                             ? R"({"nodes": 4, "buckets": 1, "state": "sharded"})"
                             : R"({"nodes": 4, "buckets": 1})");
  run.scheme(one.scheme, one.options);
  if (run.setup.checkpointing.scheme->make()->traits().continuous)
    run.work(Seconds{90}, 4);
  run.schedule("fixed_interval", R"({"steps": 2})");
  if (!run.setup.checkpointing.scheme->make()->traits().saves)
    run.schedule("never", "{}");
  run.setup.checkpointing.remotes_from = {PoolId{0}, MarketSide::spot};
  run.setup.job.final_save = false;
  run.setup.fidelity.kind = Fidelity::Kind::memo;
  return run;
}

std::vector<Case> cases_of(std::string_view name) {
  const std::string scheme(name);
  std::vector<std::string> options;
  for (auto [one, end] = variants.equal_range(scheme); one != end; ++one)
    options.push_back(one->second);
  if (options.empty()) {
    const std::string with_storage = "{" + plain_storage + "}";
    const bool takes = problems_of(schemes::catalogue(), scheme, with_storage).empty();
    options.push_back(takes ? with_storage : "{}");
  }
  std::vector<Case> cases;
  for (const std::string& one : options)
    for (const StateLayout state : {StateLayout::replicated, StateLayout::sharded})
      cases.push_back({scheme, one, state});
  return cases;
}

bool is(const std::string& line, const char* event) {
  return line.find("\"event\": \"" + std::string(event) + "\"") != std::string::npos;
}

// What the scheme says of its saves, played by the first members of a run.
class Saves {
 public:
  Saves(const Setup& setup, StateLayout state, const RunResult& told)
      : scheme_(setup.checkpointing.scheme->make()), turns_(scheme_->traits()), state_(state) {
    cluster_.latency = {{Seconds{0}}};
    std::vector<int> remotes;
    for (const std::string& line : told.journal) {
      if (is(line, "node_lost"))
        break;  // what follows are replacements
      if (!is(line, "requested"))
        continue;
      const int node = static_cast<int>(placed::number_of(line, "node"));
      (line.find("\"remote\": true") != std::string::npos ? remotes : cast_).push_back(node);
    }
    workers_ = cast_.size();
    cast_.insert(cast_.end(), remotes.begin(), remotes.end());
    for (std::uint32_t i = 0; i < cast_.size(); ++i)
      (i < workers_ ? cluster_.workers : cluster_.remotes)
          .push_back({.role = Role{i},
                      .type = &setup.market.pools[0].instance,
                      .nic = Bandwidth::of(1e9)});
  }
  // Of the save with this number; asked for in their order.
  const SavePlan& plan(int save) {
    while (static_cast<int>(plans_.size()) <= save) {
      SaveContext context{&cluster_, state_, Bytes::of(1e9)};
      context.depth = turns_.next();
      turns_.cut(context.depth);
      plans_.push_back(scheme_->save(context));
      std::erase_if(plans_.back().stages,
                    [](const SaveStage& stage) { return stage.graph.empty(); });
    }
    return plans_[static_cast<std::size_t>(save)];
  }
  bool works(int node) const {
    const auto found = std::find(cast_.begin(), cast_.end(), node);
    return static_cast<std::size_t>(found - cast_.begin()) < workers_;
  }
  SchemeTraits traits() const { return scheme_->traits(); }
  std::set<Role> roles_of(const std::set<int>& nodes) const {
    std::set<Role> roles;
    for (std::size_t i = 0; i < cast_.size(); ++i)
      if (nodes.contains(cast_[i]))
        roles.insert(Role{static_cast<std::uint32_t>(i)});
    return roles;
  }

 private:
  std::unique_ptr<CheckpointScheme> scheme_;
  engine::TierTurns turns_;
  StateLayout state_;
  TrainingCluster cluster_;
  std::vector<int> cast_;
  std::size_t workers_ = 0;
  std::vector<SavePlan> plans_;
};

// Goes through the journal up to the first training after the last loss, and says what ought to
// have been read.
class Reader {
 public:
  explicit Reader(Saves& saves) : saves_(saves) {}

  void expect_newest(const RunResult& result, std::size_t losses, const std::string& where) {
    bool stopped = false;
    for (const std::string& line : result.journal) {
      if (is(line, "node_lost")) {
        lost_.insert(static_cast<int>(placed::number_of(line, "node")));
        lost_at_ = placed::number_of(line, "t");
        stopped = stopped || saves_.works(static_cast<int>(placed::number_of(line, "node")));
      } else if (is(line, "save_cut")) {
        cut_.push_back(lost_.empty());
      } else if (is(line, "save_committed")) {
        commit(line, where);
      } else if (is(line, "copy_lost") && line.find("filled anew") != std::string::npos) {
        copies_.erase({save_of(line), 0});
      } else if (is(line, "restored") && lost_.size() == losses) {
        // Where every instant is committed, the one of the loss.
        const double newest = saves_.traits().continuous ? lost_at_ : newest_copy();
        EXPECT_DOUBLE_EQ(placed::number_of(line, "progress"), newest) << where;
        return;
      }
    }
    EXPECT_FALSE(stopped) << "nothing was restored: " << where;
  }

 private:
  static int save_of(const std::string& line) {
    return static_cast<int>(placed::number_of(line, "save"));
  }

  // A commit at the instant of the loss was on its way without the lost node, before the restart.
  void commit(const std::string& line, const std::string& where) {
    const int save = save_of(line);
    const std::size_t stage = committed_[save]++;
    copies_[{save, stage}] = placed::number_of(line, "progress");
    if (lost_.empty() || !cut_[static_cast<std::size_t>(save)])
      return;
    const SaveStage& part = saves_.plan(save).stages.at(stage);
    const bool restarted =
        std::any_of(lost_.begin(), lost_.end(), [this](int node) { return saves_.works(node); });
    if (restarted && placed::number_of(line, "t") > lost_at_) {
      EXPECT_NE(part.carrier, Carrier::process) << where << ": a restart ends it";
    }
    for (const Role role : part.graph.roles())
      EXPECT_FALSE(saves_.roles_of(lost_).contains(role)) << where << ": a node of it is lost";
  }

  double newest_copy() {
    const std::set<Role> dead = saves_.roles_of(lost_);
    double best = 0;
    for (const auto& [copy, progress] : copies_) {
      const bool before = cut_[static_cast<std::size_t>(copy.first)];  // else of survivors
      if (!before || survives(saves_.plan(copy.first).stages.at(copy.second).copy.groups,
                              [&](Role role) { return !dead.contains(role); }))
        best = std::max(best, progress);
    }
    return best;
  }

  Saves& saves_;
  std::set<int> lost_;
  double lost_at_ = 0;
  std::vector<bool> cut_;                                 // by save: before any loss
  std::map<int, std::size_t> committed_;                  // stages, by save
  std::map<std::pair<int, std::size_t>, double> copies_;  // progress by save and stage
};

// A save is committed somewhere, or torn, or under way at the end.
void expect_saves_end_once(const RunResult& result, const std::string& where) {
  std::set<double> cut, committed, torn;
  for (const std::string& line : result.journal) {
    if (is(line, "save_cut"))
      cut.insert(placed::number_of(line, "save"));
    if (is(line, "save_committed")) {
      EXPECT_FALSE(torn.contains(placed::number_of(line, "save"))) << where << line;
      committed.insert(placed::number_of(line, "save"));
    }
    if (is(line, "save_torn"))
      torn.insert(placed::number_of(line, "save"));
    if (is(line, "restore_began") && line.find("\"save\"") != std::string::npos) {
      EXPECT_TRUE(committed.contains(placed::number_of(line, "save"))) << where << line;
    }
  }
  for (const double save : cut)
    EXPECT_TRUE(committed.contains(save) || torn.contains(save)) << where << " save " << save;
}

// The instants that part the phases of the second save, and those of the restore after a loss.
std::vector<double> ends_of_phases(const RunResult& result, const std::string& of) {
  std::set<double> times;
  for (const char* event : {"save_cut", "stall_ended", "save_written", "save_committed"})
    for (const double t : placed::times_of(result, event, {of}))
      times.insert(t);
  return {times.begin(), times.end()};
}

constexpr double shares[] = {0, .01, .5, .999, 1};

class TornCopies : public testing::TestWithParam<NamedEntry<CheckpointScheme>> {
 protected:
  RunResult with_losses(const Case& one, const placed::Deaths& deaths) {
    ARun run = four_workers(one);
    placed::losses(run, deaths);
    return simulate_all(std::vector{run.setup}, {}, &memo_)[0].result;
  }

  void lose(const Case& one, const std::vector<placed::Deaths>& all) {
    std::vector<spotgrid::Setup> setups;
    for (const placed::Deaths& deaths : all) {
      ARun run = four_workers(one);
      placed::losses(run, deaths);
      setups.push_back(run.setup);
    }
    const std::vector<RunOutcome> outcomes = simulate_all(setups, {}, &memo_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string where = one.text();
      for (const auto& [node, at] : all[i])
        where += " lost " + std::to_string(node) + "@" + std::to_string(at);
      ASSERT_EQ(outcomes[i].how, RunOutcome::How::ended) << where << outcomes[i].text;
      const RunResult& result = outcomes[i].result;
      EXPECT_EQ(result.outcome, Outcome::finished) << where << result.reason;
      Saves saves(setups[i], one.state, result);
      Reader(saves).expect_newest(result, all[i].size(), where);
      expect_saves_end_once(result, where);
      ++runs_;
      torn_ += result.counters.saves_torn;
    }
  }

  SharedMemo memo_;
  std::int64_t runs_ = 0, torn_ = 0;
};

TEST_P(TornCopies, AreNeverReadAndTheNewestThatSurvivesIs) {
  SchemeTraits traits;
  for (const Case& one : cases_of(GetParam().name)) {
    traits = four_workers(one).setup.checkpointing.scheme->make()->traits();
    const std::vector<double> ends = ends_of_phases(with_losses(one, {}), "\"save\": 1");
    if (traits.saves) {
      ASSERT_GE(ends.size(), 2U) << one.text();
    }
    // Remotes are asked for first: of each scheme two workers at least.
    const auto nodes = static_cast<std::uint64_t>(2 + traits.remotes);
    std::vector<placed::Deaths> losses;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      for (const double share : shares)
        for (std::uint64_t node = 0; node < nodes; ++node)
          losses.push_back({{node, ends[i] + share * (ends[i + 1] - ends[i])}});
    if (ends.empty())  // of schemes that do not save
      losses = {{{0, 45}}, {{1, 45}}};
    lose(one, losses);
  }
  EXPECT_GT(runs_, 0);
  EXPECT_EQ(torn_ > 0, traits.saves) << "losses hit saves";
}

// A further node, which may be what is read from, is lost while what the first loss left is read.
TEST_P(TornCopies, LeaveTheChoiceToALossDuringTheRestore) {
  for (const Case& one : cases_of(GetParam().name)) {
    const std::uint64_t first = 3;
    const RunResult once = with_losses(one, {{first, 58}});
    const std::vector<double> began = placed::times_of(once, "restore_began");
    if (began.empty())
      continue;  // nothing is read
    double restored = 0;
    for (const double t : placed::times_of(once, "restored"))
      restored = restored > 0 || t < began[0] ? restored : t;
    std::vector<placed::Deaths> losses;
    for (const double share : shares)
      for (const std::uint64_t node : {0, 2})
        losses.push_back({{first, 58}, {node, began[0] + share * (restored - began[0])}});
    lose(one, losses);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TornCopies, testing::ValuesIn(schemes::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace spotgrid
