// JSON as a stream of small events, so that files of any size need no tree in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/format.hpp"

namespace spotgrid::traces {

struct JsonScalar {
  enum class Kind : std::uint8_t { null, boolean, number, text };
  Kind kind;
  std::string_view text;  // as written; valid during the call
};

class JsonVisitor {
 public:
  virtual ~JsonVisitor() = default;
  virtual void begin(bool list) = 0;  // an object, or a list
  virtual void end() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void scalar(const JsonScalar& value) = 0;
};

// One of the JSON objects or lists that stand one after another in a text.
struct JsonPart {
  std::string_view text;
  std::size_t line;  // where it begins, from 1
};

// Splits by brackets, so that what it yields is bounded in depth. Throws InputError(data): cut off,
// text between the parts, deeper than 64 levels.
std::vector<JsonPart> json_parts(const SourceText& source);

// The first kilobytes of a text that begins with a bracket, from the bracket; empty for others. For
// telling formats apart.
std::string_view json_head(const SourceText& source);

// Throws InputError(data) with the line of a syntax error, and what the visitor throws.
void visit_json(const JsonPart& part, const std::string& path, JsonVisitor& visitor);

}  // namespace spotgrid::traces
