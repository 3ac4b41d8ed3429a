// The settings SimGrid runs with: ours where the user gave none.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/settings.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/grid/compat.hpp"

namespace spotgrid::grid {
namespace {

namespace s4u = simgrid::s4u;

// Plain sharing of links: no factors on bandwidth and latency, no share of the reverse path for
// acknowledgements (cross-traffic alone lengthens a job of 64 workers by a quarter), no window.
struct Setting {
  const char* key;
  const char* value;
};
constexpr std::array<Setting, 4> ours{{{"network/model", "CM02"},
                                       {"network/crosstraffic", "0"},
                                       {"network/TCP-gamma", "0"},
                                       {"network/weight-S", "0"}}};

bool is_log(const std::string& argument) {
  return argument.rfind("--log", 0) == 0;
}

std::vector<std::string> command_line(const std::vector<std::string>& user) {
  std::vector<std::string> line{"spotgrid"};
  if (std::none_of(user.begin(), user.end(), is_log))
    line.emplace_back("--log=root.thres:warning");
  line.insert(line.end(), user.begin(), user.end());
  return line;
}

std::unique_ptr<s4u::Engine> parse(std::vector<std::string>& line) {
  std::vector<char*> argv;
  argv.reserve(line.size() + 1);
  for (std::string& argument : line)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(line.size());
  auto engine = std::make_unique<s4u::Engine>(&argc, argv.data());
  if (argc > 1)
    throw std::invalid_argument(fmt::format("unknown argument '{}'", argv[1]));
  return engine;
}

// SimGrid answers an unknown key with a list of all keys; the first line says it.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

[[noreturn]] void refuse(std::string text) {
  throw InputError(InputKind::scenario,
                   Problem{"simgrid settings", std::move(text),
                           "give --cfg=key:value with a key of SimGrid's reference, or --log=..."});
}

// SimGrid refuses some settings and aborts at others, so that they are tried in a process of their
// own first.
void try_out(const std::vector<std::string>& user) {
  const ChildAnswer answer = in_child_process([&] {
    std::vector<std::string> line = command_line(user);
    parse(line);
    return std::string();
  });
  if (answer.how == ChildAnswer::How::threw)
    refuse(first_line(answer.text));
  if (answer.how == ChildAnswer::How::crashed) {
    refuse(fmt::format("SimGrid ended at {} with {}; it says above why", fmt::join(user, " "),
                       answer.text));
  }
}

}  // namespace

std::unique_ptr<s4u::Engine> start_engine(const std::vector<std::string>& user) {
  if (!user.empty())
    try_out(user);
  std::vector<std::string> line = command_line(user);
  std::unique_ptr<s4u::Engine> engine = parse(line);
  // After the user's and before the first zone, which chooses the models.
  for (const Setting& setting : ours) {
    if (simgrid::config::is_default(setting.key))
      s4u::Engine::set_config(fmt::format("{}:{}", setting.key, setting.value));
  }
  return engine;
}

std::vector<std::string> settings_in_force() {
  const auto text = [](const char* key) {
    return fmt::format("{}:{}", key, simgrid::config::get_value<std::string>(key));
  };
  const auto number = [](const char* key) {
    return fmt::format("{}:{}", key, simgrid::config::get_value<double>(key));
  };
  const auto flag = [](const char* key) {
    return fmt::format("{}:{}", key, simgrid::config::get_value<bool>(key) ? 1 : 0);
  };
  std::vector<std::string> all = {text("network/model"), flag("network/crosstraffic"),
                                  number("network/TCP-gamma"), number("network/weight-S"),
                                  text("network/optim")};
  for (const char* key : {"network/bandwidth-factor", "network/latency-factor"}) {
    if (const auto factor = compat::factor(key))
      all.push_back(fmt::format("{}:{}", key, *factor));
  }
  all.push_back(number(compat::timing_precision_key()));
  return all;
}

}  // namespace spotgrid::grid
