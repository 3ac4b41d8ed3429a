// The strict reader: every key is known, every value has its type, unit and range.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/option_reader.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/json_tree.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid {
namespace {

std::string shown(const Json& value) {
  std::string text = value.dump();
  if (text.size() > 60)
    text = text.substr(0, 57) + "...";
  return text;
}

std::string_view type_name(JsonType type) {
  switch (type) {
    case JsonType::text:
      return "text";
    case JsonType::number:
      return "a number";
    case JsonType::boolean:
      return "true or false";
    case JsonType::object:
      return "an object";
    case JsonType::list:
      return "a list";
  }
  return "";
}

bool has_type(const Json& value, JsonType type) {
  switch (type) {
    case JsonType::text:
      return value.is_string();
    case JsonType::number:
      return value.is_number();
    case JsonType::boolean:
      return value.is_boolean();
    case JsonType::object:
      return value.is_object();
    case JsonType::list:
      return value.is_array();
  }
  return false;
}

std::string escaped(std::string_view key) {  // RFC 6901
  std::string out;
  for (const char c : key)
    out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

template <class T>
std::string limit_text(double value, T) {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::int64_t>)
    return number_text(value);
  else if constexpr (std::is_same_v<T, Seconds>)
    return to_text(Seconds{value});
  else
    return to_text(T::of(value));
}

template <class T>
std::string range_text(const Field& field, T kind) {
  if (field.least && field.most) {
    const std::string least = limit_text(*field.least, kind), most = limit_text(*field.most, kind);
    return field.least_excluded ? fmt::format("above {} and at most {}", least, most)
                                : fmt::format("between {} and {}", least, most);
  }
  if (field.least)
    return fmt::format("{} {}", field.least_excluded ? "above" : "at least",
                       limit_text(*field.least, kind));
  return fmt::format("at most {}", limit_text(*field.most, kind));
}

bool in_range(const Field& field, double value) {
  if (field.least && (value < *field.least || (field.least_excluded && value == *field.least)))
    return false;
  return !field.most || value <= *field.most;
}

}  // namespace

struct OptionReader::State {
  struct Frame {
    const Json* node;  // null where an ancestor was missing or of the wrong type
    std::string pointer;
    std::set<std::string, std::less<>> known;
    bool free_names = false;
  };

  const Document& document;
  std::vector<Frame> frames;
  std::vector<Problem> problems;

  Frame& top() { return frames.back(); }
  std::string pointer_of(std::string_view key) { return top().pointer + "/" + escaped(key); }

  void add(const std::string& pointer, std::string text, std::string remedy = {}) {
    const std::string at = pointer.empty() ? "/" : pointer;
    problems.push_back({document.name() + ": " + at, std::move(text), std::move(remedy)});
  }

  bool told_of(const std::string& pointer) const {
    const std::string place = document.name() + ": " + pointer;
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& one) { return one.place == place; });
  }

  // The member, or null when it is absent; marks the key as known.
  const Json* find(const Field& field) {
    Frame& frame = top();
    frame.known.insert(field.key);
    if (frame.node == nullptr)
      return nullptr;
    if (frame.node->is_array()) {
      const std::size_t index = std::stoul(field.key);
      return index < frame.node->size() ? &(*frame.node)[index] : nullptr;
    }
    const auto found = frame.node->find(field.key);
    if (found != frame.node->end())
      return &*found;
    if (field.required)
      add(top().pointer, fmt::format("\"{}\" is missing", field.key),
          fmt::format("it is {}", field.help));
    return nullptr;
  }

  const Json* find_typed(const Field& field, JsonType type) {
    const Json* value = find(field);
    if (value != nullptr && !has_type(*value, type)) {
      add(pointer_of(field.key),
          fmt::format("expected {}, found {}", type_name(type), shown(*value)));
      return nullptr;
    }
    return value;
  }

  template <class T>
  void quantity(const Field& field, T& value) {
    const Json* found = find(field);
    if (found == nullptr)
      return;
    T read{};
    if (!found->is_string() || !parse_quantity(found->get<std::string>(), read)) {
      const UnitKind kind = unit_kind(value);
      add(pointer_of(field.key), fmt::format("expected {} such as \"{}\", found {}", kind.what,
                                             kind.example, shown(*found)));
      return;
    }
    if (check_range(field, base_value(read), value, *found))
      value = read;
  }

  template <class T>
  bool check_range(const Field& field, double read, T kind, const Json& found) {
    if (in_range(field, read))
      return true;
    add(pointer_of(field.key), fmt::format("out of range, found {}", shown(found)),
        fmt::format("give a value {}", range_text(field, kind)));
    return false;
  }

  void check_keys() {
    const Frame& frame = top();
    if (frame.node == nullptr || !frame.node->is_object() || frame.free_names)
      return;
    std::vector<std::string_view> names(frame.known.begin(), frame.known.end());
    for (const auto& member : frame.node->items()) {
      const std::string& key = member.key();
      if (frame.known.contains(key) || (frames.size() == 1 && key == "$schema"))
        continue;
      add(pointer_of(key), "unknown option", did_you_mean(key, names, ""));
    }
  }
};

OptionReader::OptionReader(const Document& document)
    : state_(std::make_unique<State>(State{document, {}, {}})) {
  const Json& root = document.tree().root;
  if (!root.is_object())
    state_->add("", fmt::format("expected an object, found {}", shown(root)));
  state_->frames.push_back({root.is_object() ? &root : nullptr, "", {}});
}
OptionReader::~OptionReader() = default;

std::vector<Problem> OptionReader::take_problems() {
  state_->check_keys();
  return std::move(state_->problems);
}

void OptionReader::finish() {
  std::vector<Problem> problems = take_problems();
  if (!problems.empty())
    throw InputError(state_->document.kind(), std::move(problems));
}

// What could not be read is told once: a description sees its default and may complain of that.
void OptionReader::problem(std::string_view key, std::string text, std::string remedy) {
  const std::string pointer = key.empty() ? state_->top().pointer : state_->pointer_of(key);
  if (key.empty() || !state_->told_of(pointer))
    state_->add(pointer, std::move(text), std::move(remedy));
}

void OptionReader::leaf(const Field& field, bool& value) {
  if (const Json* found = state_->find_typed(field, JsonType::boolean))
    value = found->get<bool>();
}

void OptionReader::leaf(const Field& field, std::int64_t& value) {
  const Json* found = state_->find_typed(field, JsonType::number);
  if (found == nullptr)
    return;
  const double number = found->get<double>();
  constexpr double exact = 9007199254740992;  // 2^53: beyond it a double skips whole numbers
  Field held = field;                         // what a number holds of the option's own range
  held.least = std::max(field.least.value_or(-exact), -exact);
  held.most = std::min(field.most.value_or(exact), exact);
  if (std::abs(number) > exact)
    state_->check_range(held, number, value, *found);
  else if (number != std::trunc(number))
    state_->add(state_->pointer_of(field.key),
                fmt::format("expected a whole number, found {}", shown(*found)));
  else if (state_->check_range(field, number, value, *found))
    value =
        found->is_number_integer() ? found->get<std::int64_t>() : static_cast<std::int64_t>(number);
}

void OptionReader::leaf(const Field& field, double& value) {
  const Json* found = state_->find_typed(field, JsonType::number);
  if (found != nullptr && state_->check_range(field, found->get<double>(), value, *found))
    value = found->get<double>();
}

void OptionReader::leaf(const Field& field, std::string& value) {
  const Json* found = state_->find_typed(field, JsonType::text);
  if (found == nullptr)
    return;
  value = found->get<std::string>();
  if (field.required && value.empty())
    state_->add(state_->pointer_of(field.key), "must not be empty", "");
  const auto control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  const bool by_hand = state_->document.kind() == InputKind::scenario;  // not a result's timeline
  if (by_hand && std::any_of(value.begin(), value.end(), control))
    state_->add(state_->pointer_of(field.key), "has control characters", "leave them out");
}

void OptionReader::leaf(const Field& field, Seconds& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, Bytes& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, Bandwidth& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, Dollars& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, Price& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, Speed& value) {
  state_->quantity(field, value);
}
void OptionReader::leaf(const Field& field, JsonText& value) {
  if (const Json* found = state_->find(field))
    value.text = found->dump();
}

void OptionReader::word(const Field& field, std::span<const std::string_view> all,
                        std::size_t& index) {
  const Json* found = state_->find_typed(field, JsonType::text);
  if (found == nullptr)
    return;
  const std::string text = found->get<std::string>();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] == text) {
      index = i;
      return;
    }
  state_->add(state_->pointer_of(field.key),
              fmt::format("expected one of {}, found \"{}\"", fmt::join(all, ", "), text));
}

bool OptionReader::present(const Field& field, bool) {
  return state_->find(field) != nullptr;
}

bool OptionReader::begin_section(const Field& field) {
  const Json* found = state_->find(field);
  if (found == nullptr)
    return false;
  const std::string pointer = state_->pointer_of(field.key);
  if (!found->is_object()) {
    state_->add(pointer, fmt::format("expected an object, found {}", shown(*found)));
    return false;
  }
  state_->frames.push_back({found, pointer, {}});
  return true;
}

void OptionReader::end_section() {
  state_->check_keys();
  state_->frames.pop_back();
}

std::optional<std::size_t> OptionReader::begin_list(const Field& field, std::size_t) {
  const Json* found = state_->find_typed(field, JsonType::list);
  if (found == nullptr)
    return std::nullopt;
  state_->frames.push_back({found, state_->pointer_of(field.key), {}});
  return found->size();
}

void OptionReader::end_list() {
  state_->frames.pop_back();
}

void OptionReader::alternatives(const Field& field, std::size_t& current,
                                std::span<const Form> all) {
  const Json* found = state_->find(field);
  if (found == nullptr)
    return;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (has_type(*found, all[i].json)) {
      current = i;
      all[i].describe(*this);
      return;
    }
    names.push_back(type_name(all[i].json));
  }
  state_->add(state_->pointer_of(field.key),
              fmt::format("expected {}, found {}", fmt::join(names, " or "), shown(*found)));
}

void OptionReader::choice(const Field& field, std::span<const NamedSummary> all,
                          std::string& current,
                          const std::function<void(std::string_view, Fields&)>& options) {
  const Json* found = state_->find_typed(field, JsonType::text);
  if (found == nullptr) {
    if (!current.empty())
      options(current, *this);
    else
      state_->top().free_names = true;  // whose options are these? say only what is missing
    return;
  }
  const std::string name = found->get<std::string>();
  std::vector<std::string_view> names;
  for (const NamedSummary& one : all)
    names.push_back(one.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    state_->add(state_->pointer_of(field.key), fmt::format("unknown name \"{}\"", name),
                did_you_mean(name, names, fmt::format("choose one of {}", fmt::join(names, ", "))));
    state_->top().free_names = true;
    return;
  }
  current = name;
  options(name, *this);
}

std::vector<std::string> OptionReader::member_names(const std::vector<std::string>&) {
  std::set<std::string> names;  // sorted: the order of a file's members must not matter
  state_->top().free_names = true;
  if (state_->top().node != nullptr)
    for (const auto& member : state_->top().node->items())
      names.insert(member.key());
  return {names.begin(), names.end()};
}

}  // namespace spotgrid
