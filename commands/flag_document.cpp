// Flags -> JSON.
// SPDX-License-Identifier: Apache-2.0
#include "commands/flag_document.hpp"

#include "sim/base/json_tree.hpp"

namespace spotgrid::commands {

std::string json_text(std::string_view text) {
  // Bytes that are no UTF-8 become the replacement character instead of an exception.
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

PathValue path_value(const std::string& text, std::string_view example) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    wrong_usage("--set " + text, "expected PATH=VALUE, found no \"=\" behind a path",
                "write it like " + std::string(example));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Document flag_document(const Arguments& arguments, std::span<const FlagKey> keys,
                       std::string name) {
  Document document = Document::parse("{}", std::move(name), InputKind::scenario);
  for (const FlagKey& one : keys) {
    if (const auto value = arguments.one(one.flag))
      document.set(one.key, one.as == FlagKey::As::text ? json_text(*value) : *value);
  }
  return document;
}

}  // namespace spotgrid::commands
