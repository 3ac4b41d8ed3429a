// A struct's options, described once: the same description reads strictly, writes the resolved
// scenario and the result, prints the table of `explain` and the JSON Schema.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// What a description says about one key. Limits are in the base unit of the value.
struct Field {
  std::string key;
  std::string_view help;
  bool required = false;
  bool moves_results = false;  // a choice of semantics that stands on the first page: (!)
  std::optional<double> least, most;
  bool least_excluded = false;
};

// Marks and limits, written behind the help text of a field.
struct Required {};
struct MovesResults {};
struct Limits {
  std::optional<double> least, most;
  bool least_excluded = false;
};
inline constexpr Required required{};
inline constexpr MovesResults moves_results{};

inline double base_value(double v) {
  return v;
}
inline double base_value(Seconds v) {
  return v.count();
}
template <class Tag>
double base_value(Quantity<Tag> v) {
  return v.value();
}
template <class T>
Limits at_least(T least) {
  return {.least = base_value(least), .most = {}};
}
template <class T>
Limits above(T least) {
  return {.least = base_value(least), .most = {}, .least_excluded = true};
}
template <class T>
Limits above(T least, T most) {
  return {.least = base_value(least), .most = base_value(most), .least_excluded = true};
}
template <class T, class U>
Limits between(T least, U most) {
  return {.least = base_value(least), .most = base_value(most)};
}

// The JSON type by which a reader tells alternatives apart.
enum class JsonType : std::uint8_t { text, number, boolean, object, list };

class Fields;

// One way of writing a value that may be written in several.
struct Form {
  JsonType json;
  std::function<void(Fields&)> describe;
};

// Any JSON value, as text in one line: what is another document's, such as a value of a scenario.
struct JsonText {
  std::string text = "null";
  bool operator==(const JsonText&) const = default;
};

// One thing that can be chosen by name.
struct NamedSummary {
  std::string_view name;
  std::string_view summary;
};

template <class T>
concept Described = requires(T value, Fields& fields) {
  value.describe(fields);
};
template <class T>
concept Worded = std::is_enum_v<T> && requires(T value) {
  words(value);
};

// The word of a value, as files have it.
template <Worded T>
std::string_view word_of(T value) {
  return words(value)[static_cast<std::size_t>(value)];
}

// The visitor of a description. Implementations: OptionReader, OptionWriter, OptionTable,
// OptionSchema. A description must visit the same keys whatever the visitor, except where a choice
// or a form decides.
class Fields {
 public:
  virtual ~Fields() = default;

  // fields("interval", interval, "training time between two saves", above(0s));
  template <class T, class... Marks>
  void operator()(std::string_view key, T& value, std::string_view help, Marks... marks) {
    Field field{std::string(key), help};
    (mark(field, marks), ...);
    visit(field, value);
  }

  // A value with several forms; `current` is the one it has, and is set to the one that was read.
  template <class... Marks>
  void forms(std::string_view key, std::size_t& current, std::span<const Form> all,
             std::string_view help, Marks... marks) {
    Field field{std::string(key), help};
    (mark(field, marks), ...);
    alternatives(field, current, all);
  }

  // A plug-in by name; its own options stand beside the name. `options(name)` describes them.
  virtual void choice(const Field& field, std::span<const NamedSummary> all, std::string& current,
                      const std::function<void(std::string_view, Fields&)>& options) = 0;

  // Members with names that only the file knows: the names found (readers), or given back.
  virtual std::vector<std::string> member_names(const std::vector<std::string>& current) = 0;

  // A problem that only the description can see, at a key of the section being described. Ignored
  // by visitors that do not read.
  virtual void problem(std::string_view key, std::string text, std::string remedy) = 0;
  // True for the visitor that reads; checks that need the whole section stand behind it.
  virtual bool reading() const = 0;

  template <class T>
  void visit(const Field& field, T& value) {
    if constexpr (Worded<T>) {
      auto index = static_cast<std::size_t>(value);
      word(field, words(value), index);
      value = static_cast<T>(index);
    } else if constexpr (Described<T>) {
      if (begin_section(field)) {
        value.describe(*this);
        end_section();
      }
    } else {
      leaf(field, value);
    }
  }
  template <class T>
  void visit(const Field& field, std::optional<T>& value) {
    if (!present(field, value.has_value()))
      return;
    if (!value)
      value.emplace();
    visit(field, *value);
  }
  template <class T>
  void visit(const Field& field, std::vector<T>& values) {
    const std::optional<std::size_t> size = begin_list(field, values.size());
    if (!size)
      return;
    values.resize(*size);
    for (std::size_t i = 0; i < *size; ++i)
      visit(element_field(field, std::to_string(i)), values[i]);
    end_list();
  }
  template <class T>
  void visit(const Field& field, std::map<std::string, T>& values) {
    if (!begin_section(field))
      return;
    std::vector<std::string> current;
    current.reserve(values.size());
    for (const auto& entry : values)
      current.push_back(entry.first);
    for (const std::string& name : member_names(current))
      visit(element_field(field, name), values[name]);
    end_section();
  }

 protected:
  virtual void leaf(const Field& field, bool& value) = 0;
  virtual void leaf(const Field& field, std::int64_t& value) = 0;
  virtual void leaf(const Field& field, double& value) = 0;
  virtual void leaf(const Field& field, std::string& value) = 0;
  virtual void leaf(const Field& field, Seconds& value) = 0;
  virtual void leaf(const Field& field, Bytes& value) = 0;
  virtual void leaf(const Field& field, Bandwidth& value) = 0;
  virtual void leaf(const Field& field, Dollars& value) = 0;
  virtual void leaf(const Field& field, Price& value) = 0;
  virtual void leaf(const Field& field, Speed& value) = 0;
  virtual void leaf(const Field& field, JsonText& value) = 0;
  virtual void word(const Field& field, std::span<const std::string_view> all,
                    std::size_t& index) = 0;

  virtual bool present(const Field& field, bool current) = 0;
  virtual bool begin_section(const Field& field) = 0;
  virtual void end_section() = 0;
  virtual std::optional<std::size_t> begin_list(const Field& field, std::size_t size) = 0;
  virtual void end_list() = 0;
  virtual void alternatives(const Field& field, std::size_t& current,
                            std::span<const Form> all) = 0;

 private:
  static void mark(Field& field, Required) { field.required = true; }
  static void mark(Field& field, MovesResults) { field.moves_results = true; }
  static void mark(Field& field, const Limits& limits) {
    field.least = limits.least;
    field.most = limits.most;
    field.least_excluded = limits.least_excluded;
  }
  static Field element_field(const Field& list, std::string key) {
    Field field{list};
    field.key = std::move(key);
    field.required = false;
    return field;
  }
};

// The remedy for a misspelt `word`: `did you mean "run"?`, or `otherwise` where none of `all` is
// near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> all,
                         std::string otherwise);

}  // namespace spotgrid
