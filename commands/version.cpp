// spotgrid version: what is needed to say which program gave a result.
// SPDX-License-Identifier: Apache-2.0
#include <boost/version.hpp>
#include <fmt/format.h>

#include "commands/command.hpp"
#include "sim/versions.hpp"

namespace spotgrid::commands {
namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

int print_versions(const Arguments&) {
  print(versions_text());
  return success;
}

}  // namespace

std::string program_version() {
  return SPOTGRID_VERSION;
}

std::string versions_text() {
  return fmt::format("spotgrid {}\n{}\nBoost {}.{}.{}\n{}\n", program_version(),
                     simulator_versions(), BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                     BOOST_VERSION % 100, compiler());
}

Command version() {
  return {.name = "version",
          .summary = "the versions of spotgrid, SimGrid, Boost and the compiler",
          .arguments = {},
          .examples = {"spotgrid version"},
          .run = print_versions};
}

}  // namespace spotgrid::commands
