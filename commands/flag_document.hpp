// Options of the command line as a document, so that they are read as strictly as files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "commands/command.hpp"
#include "sim/base/document.hpp"

namespace spotgrid::commands {

struct FlagKey {
  std::string_view flag;  // "--gap"
  std::string_view key;   // "gap"
  enum class As { text, json } as = As::text;
};

// The flags that were given, under their keys; `name` stands for the file in messages.
Document flag_document(const Arguments& arguments, std::span<const FlagKey> keys, std::string name);

// One "PATH=VALUE" of --set; `example` stands in the remedy where it is something else.
struct PathValue {
  std::string path, value;
};
PathValue path_value(const std::string& text, std::string_view example);

// A string as JSON writes it.
std::string json_text(std::string_view text);

}  // namespace spotgrid::commands
