// Spawning of gnuplot. Files, not pipes, so that neither side can block the other.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/gnuplot.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/error.hpp"

namespace spotgrid::analysis {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File unnamed_file() {
  File file(std::tmpfile());
  if (!file)
    throw std::system_error(errno, std::generic_category(), "no temporary file for gnuplot");
  return file;
}

std::string contents(const File& file) {
  std::string text;
  std::rewind(file.get());
  std::array<char, 4096> part{};
  for (std::size_t got = 0; (got = std::fread(part.data(), 1, part.size(), file.get())) > 0;)
    text.append(part.data(), got);
  return text;
}

// Our environment, but for the locale: numbers have points.
std::vector<char*> environment_in_c() {
  static std::string locale = "LC_ALL=C";
  std::vector<char*> all = {locale.data()};
  for (char** one = environ; *one != nullptr; ++one) {
    if (std::strncmp(*one, "LC_ALL=", 7) != 0)
      all.push_back(*one);
  }
  all.push_back(nullptr);
  return all;
}

// The status of the ended process.
int run_gnuplot(const File& in, const File& out, const File& err) {
  posix_spawn_file_actions_t streams;
  ::posix_spawn_file_actions_init(&streams);
  ::posix_spawn_file_actions_adddup2(&streams, ::fileno(in.get()), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&streams, ::fileno(out.get()), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&streams, ::fileno(err.get()), STDERR_FILENO);
  // -d: no settings of the user; -: the script comes from the standard input.
  std::array<std::string, 3> words = {"gnuplot", "-d", "-"};
  std::array<char*, 4> arguments = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t child = 0;
  const int problem = ::posix_spawnp(&child, "gnuplot", &streams, nullptr, arguments.data(),
                                     environment_in_c().data());
  ::posix_spawn_file_actions_destroy(&streams);
  if (problem != 0)
    throw InputError(InputKind::scenario,
                     {"gnuplot", fmt::format("cannot be run, {}", std::strerror(problem)),
                      "figures need the Debian package gnuplot-nox; tables do without"});
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void remove_between(std::string& text, std::string_view from, std::string_view to) {
  const auto begin = text.find(from);
  const auto end = begin == std::string::npos ? begin : text.find(to, begin);
  if (end != std::string::npos)
    text.erase(begin, end + to.size() - begin);
}

}  // namespace

std::string drawn_svg(std::string_view script) {
  const File in = unnamed_file(), out = unnamed_file(), err = unnamed_file();
  std::fwrite(script.data(), 1, script.size(), in.get());
  std::fflush(in.get());
  std::rewind(in.get());
  const int status = run_gnuplot(in, out, err);
  std::string svg = contents(out);
  if (status != 0 || svg.find("</svg>") == std::string::npos)
    throw InputError(InputKind::scenario,
                     {"gnuplot", fmt::format("drew no figure, found \"{}\"", contents(err)),
                      "version 5.2 or later is needed"});
  remove_between(svg, "<desc>", "</desc>\n");
  return svg;
}

}  // namespace spotgrid::analysis
