// Splits concatenated JSON and walks through its parts.
// SPDX-License-Identifier: Apache-2.0
#include "traces/json_reader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/base/unit_text.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::traces {
namespace {

constexpr std::size_t most_levels = 64;

// Where the brackets that open at text[0] are closed; npos if the text ends before.
std::size_t end_of_part(std::string_view text, const std::string& path, std::size_t line) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        for (++at; at < text.size() && text[at] != '"'; ++at)
          at += text[at] == '\\' ? 1 : 0;
        break;
      case '{':
      case '[':
        if (++depth > most_levels) {
          refuse(Place{path, line}, fmt::format("JSON nested deeper than {} levels", most_levels),
                 "");
        }
        break;
      case '}':
      case ']':
        if (--depth == 0)
          return at + 1;
        break;
      default:
        break;
    }
  }
  return std::string_view::npos;
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Translates the library's events.
class Handler {
 public:
  Handler(const JsonPart& part, const std::string& path, JsonVisitor& visitor)
      : part_(part), path_(path), visitor_(visitor) {}

  bool null() { return scalar(JsonScalar::Kind::null, "null"); }
  bool boolean(bool value) { return scalar(JsonScalar::Kind::boolean, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) { return whole(value); }
  bool number_unsigned(std::uint64_t value) { return whole(value); }
  bool number_float(double, const std::string& text) {
    return scalar(JsonScalar::Kind::number, text);
  }
  bool string(const std::string& text) { return scalar(JsonScalar::Kind::text, text); }
  static bool binary(const nlohmann::json::binary_t&) { return false; }  // not in JSON text
  bool start_object(std::size_t) {
    visitor_.begin(false);
    return true;
  }
  bool start_array(std::size_t) {
    visitor_.begin(true);
    return true;
  }
  bool end_object() {
    visitor_.end();
    return true;
  }
  bool end_array() { return end_object(); }
  bool key(const std::string& name) {
    visitor_.key(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    const std::string_view before = part_.text.substr(0, position);
    refuse(Place{path_, part_.line + count_lines(before)},
           fmt::format("JSON syntax error, found \"{}\"", printable(before)), "");
  }

 private:
  // At most the last 20 characters of the last line, without what would upset a terminal.
  static std::string printable(std::string_view text) {
    text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
    if (text.size() > 20)
      text.remove_prefix(text.size() - 20);
    std::string shown;
    for (const char c : text)
      shown += c >= ' ' && c <= '~' ? c : '?';
    return shown;
  }
  bool scalar(JsonScalar::Kind kind, std::string_view text) {
    visitor_.scalar({kind, text});
    return true;
  }
  template <class Integer>
  bool whole(Integer value) {
    const fmt::format_int text(value);
    return scalar(JsonScalar::Kind::number, {text.data(), text.size()});
  }

  const JsonPart& part_;
  const std::string& path_;
  JsonVisitor& visitor_;
};

}  // namespace

std::vector<JsonPart> json_parts(const SourceText& source) {
  std::vector<JsonPart> parts;
  std::string_view text = source.text;
  std::size_t line = 1;
  while (true) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    line += count_lines(text.substr(0, first));
    text.remove_prefix(first);
    if (text.empty())
      return parts;
    if (text.front() != '{' && text.front() != '[')
      refuse(Place{source.path, line}, "expected a JSON object or list", "");
    const std::size_t end = end_of_part(text, source.path, line);
    if (end == std::string_view::npos) {
      refuse(Place{source.path, line}, "the JSON that begins here is cut off",
             "fetch the file again");
    }
    parts.push_back({text.substr(0, end), line});
    line += count_lines(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string_view json_head(const SourceText& source) {
  const std::string_view text(source.text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '['))
    return {};
  return text.substr(first, enough_to_recognise);
}

void visit_json(const JsonPart& part, const std::string& path, JsonVisitor& visitor) {
  Handler handler(part, path, visitor);
  nlohmann::json::sax_parse(part.text, &handler);
}

}  // namespace spotgrid::traces
