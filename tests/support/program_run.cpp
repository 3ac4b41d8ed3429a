// Fork, exec, streams into files: no pipe can fill up.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program_run.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void become_program(const std::vector<std::string>& arguments, const fs::path& out,
                                 const fs::path& err) {
  const auto to = [](const fs::path& path, int stream) {
    ::dup2(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), stream);
  };
  to(out, STDOUT_FILENO);
  to(err, STDERR_FILENO);
  const std::string path = program().string();
  std::vector<char*> words = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  if (::chdir(source_root().c_str()) == 0)
    ::execv(path.c_str(), words.data());
  ::_exit(127);
}

}  // namespace

ProgramRun spotgrid_run(const std::vector<std::string>& arguments) {
  const ScratchFolder streams;
  const pid_t child = ::fork();
  if (child == 0)
    become_program(arguments, streams.path("out"), streams.path("err"));
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          file_text(streams.path("out")), file_text(streams.path("err"))};
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "spotgrid-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string ScratchFolder::file(std::string_view name, std::string_view text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return path(name);
}

std::string file_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string small_scenario() {
  return R"({
  "horizon": "2 d",
  "job": {"work": "3 h", "training": {"mode": "work_units", "nodes": 1}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "on_demand": "3.06 $/h",
               "price": "0.95 $/h", "capacity": "unlimited"}],
    "reclaim": [{"kind": "none"}]},
  "provisioning": {"policy": "spot_only"},
  "checkpointing": {"scheme": {"name": "continuous"}}
})";
}

}  // namespace spotgrid
