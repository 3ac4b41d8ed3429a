// Parsing of documents: nlohmann-json keeps the last of two equal keys silently, so the parser's
// events are checked on the way.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/document.hpp"

#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "sim/base/json_tree.hpp"
#include "sim/base/whole_file.hpp"

namespace spotgrid {
namespace {

constexpr int deepest = 64;

// Throws on a key that occurs twice in one object, and on deep nesting.
class KeyCheck {
 public:
  KeyCheck(const std::string& name, InputKind kind) : name_(name), kind_(kind) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > deepest)
      throw InputError(kind_, {name_, fmt::format("nested deeper than {} levels", deepest), ""});
    if (event == Json::parse_event_t::object_start)
      keys_.emplace_back();
    else if (event == Json::parse_event_t::object_end)
      keys_.pop_back();
    else if (event == Json::parse_event_t::key)
      check(parsed.get<std::string>());
    return true;
  }

 private:
  void check(const std::string& key) {
    if (!keys_.back().insert(key).second)
      throw InputError(kind_, {name_, fmt::format("the key \"{}\" stands twice in one object", key),
                               "keep one of them"});
  }

  const std::string& name_;
  InputKind kind_;
  std::vector<std::set<std::string>> keys_;
};

// nlohmann's text is "[json.exception.parse_error.101] parse error at line 3, column 1: …".
std::string without_tag(std::string_view what) {
  const auto end = what.find("] ");
  return std::string(end == std::string_view::npos ? what : what.substr(end + 2));
}

Json parse_or_text(std::string_view value) {
  Json parsed = Json::parse(value, nullptr, false);
  return parsed.is_discarded() ? Json(std::string(value)) : parsed;
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts;
  std::string part;
  std::istringstream stream{std::string(path)};
  while (std::getline(stream, part, '.'))
    parts.push_back(part);
  return parts;
}

Json& child_of(Json& node, const std::string& part, std::string_view path) {
  if (node.is_null())
    node = Json::object();
  if (node.is_object())
    return node[part];
  std::size_t index = 0;
  const bool is_index = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
  if (node.is_array() && is_index && part.size() < 9 && (index = std::stoul(part)) < node.size())
    return node[index];
  throw InputError(
      InputKind::scenario,
      {fmt::format("--set {}", path),
       node.is_array() ? fmt::format("the list has {} elements, found \"{}\"", node.size(), part)
                       : fmt::format("\"{}\" lies inside a plain value", part),
       "give a dotted path with indices, such as market.pools.0.on_demand"});
}

}  // namespace

Document Document::parse(std::string_view text, std::string name, InputKind kind) {
  auto tree = std::make_shared<JsonTree>();
  try {
    tree->root = Json::parse(text, KeyCheck(name, kind), true, true);
  } catch (const Json::exception& error) {
    throw InputError(kind, {name, without_tag(error.what()), ""});
  }
  return {std::move(name), kind, std::move(tree)};
}

Document Document::load(const std::string& path, InputKind kind) {
  constexpr std::size_t most = 64 << 20;  // nobody writes more by hand
  const std::string text = whole_file(path, kind, most);
  if (text.empty())
    throw InputError(kind, {path, "is empty", "`spotgrid init` prints a start"});
  return parse(text, path, kind);
}

void Document::set(std::string_view path, std::string_view value) {
  auto copy = std::make_shared<JsonTree>(*tree_);
  Json* node = &copy->root;
  const std::vector<std::string> parts = split_path(path);
  if (parts.empty())
    throw InputError(InputKind::scenario, {"--set", "the path is empty", "write PATH=VALUE"});
  for (const std::string& part : parts)
    node = &child_of(*node, part, path);
  *node = parse_or_text(value);
  tree_ = std::move(copy);
}

std::string Document::text(int indent) const {
  return tree_->root.dump(indent);
}

}  // namespace spotgrid
