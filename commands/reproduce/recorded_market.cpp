// Paths under a folder of the user's, and instants spread over its traces.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/recorded_market.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "scenarios/published.hpp"
#include "sim/base/random.hpp"

namespace spotgrid::commands::reproduction {
namespace {

namespace fs = std::filesystem;

std::string_view text_of(std::string_view name) {
  const auto all = scenarios::spotdnn_runs::files();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const DataFile& one) { return one.name == name; });
  require(found != all.end(), "a market that is replayed is built in");
  return found->text;
}

// As the scenario has them: below the folder.
std::vector<std::string> files_of(const scenarios::Scenario& scenario) {
  std::vector<std::string> all;
  const auto add = [&](const scenarios::TraceSource& source) {
    all.insert(all.end(), source.paths.begin(), source.paths.end());
    if (source.options.prices)
      all.push_back(*source.options.prices);
  };
  for (const scenarios::PoolSection& pool : scenario.market.pools) {
    add(pool.price.source);
    add(pool.capacity.counts.source);
  }
  return all;
}

}  // namespace

RecordedMarket::RecordedMarket(std::string_view name, std::string folder)
    : text_(text_of(name)),
      folder_(std::move(folder)),
      file_((fs::path(folder_) / name).string()),
      horizon_(scenario({}).horizon) {
  check_files();
  span_ = setup({}).market.end - Instant{};
  if (!(span_ > horizon_)) {
    throw InputError(
        InputKind::data,
        {"--traces",
         fmt::format("runs of {} h do not fit into the traces of {}, found {:.4g} h that all of "
                     "its files have",
                     horizon_.count() / 3600, file_, span_.count() / 3600),
         "give the whole files"});
  }
}

scenarios::Scenario RecordedMarket::scenario(
    const std::vector<scenarios::Override>& changes) const {
  Document document = Document::parse(text_, file_, InputKind::scenario);
  for (const scenarios::Override& one : changes)
    document.set(one.path, one.value);
  return scenarios::read(document);
}

void RecordedMarket::check_files() const {
  for (const std::string& path : files_of(scenario({}))) {
    if (!fs::is_regular_file(fs::path(folder_) / path)) {
      throw InputError(InputKind::data,
                       {(fs::path(folder_) / path).string(), "there is no such file, found nothing",
                        fmt::format("--traces names the folder in which {} lies", path)});
    }
  }
}

Setup RecordedMarket::setup(const std::vector<scenarios::Override>& changes) const {
  return scenarios::assemble(scenario(changes)).setup;
}

std::vector<Seconds> RecordedMarket::starts(std::size_t count) const {
  const Seconds stretch = (span_ - horizon_) / static_cast<double>(count);
  const RandomSource random(1, 0);
  std::vector<Seconds> all;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = static_cast<double>(i) + random.draw("start", i);
    all.emplace_back(std::floor((at * stretch).count()));
  }
  return all;
}

Seconds RecordedMarket::start_up() const {
  const Setup all = setup({});
  return all.market.provision.mean() + all.market.boot.mean() + all.market.setup.mean() +
         all.job.membership.rendezvous.mean() + all.job.membership.init.mean();
}

}  // namespace spotgrid::commands::reproduction
