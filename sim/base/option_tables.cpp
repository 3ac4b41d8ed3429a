// Rows of `explain` and of the documentation.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/option_tables.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/unit_text.hpp"

namespace spotgrid {
namespace {

class OptionTable final : public Fields {
 public:
  std::vector<OptionRow> rows;

  void choice(const Field& field, std::span<const NamedSummary> all, std::string& current,
              const std::function<void(std::string_view, Fields&)>&) override {
    std::vector<std::string_view> names;
    for (const NamedSummary& one : all)
      names.push_back(one.name);
    add(field, fmt::format("one of {}; its options stand beside it", fmt::join(names, ", ")),
        current, "");
  }
  std::vector<std::string> member_names(const std::vector<std::string>&) override {
    return {"NAME"};
  }
  void problem(std::string_view, std::string, std::string) override {}
  bool reading() const override { return false; }

 protected:
  void leaf(const Field& field, bool& v) override {
    add(field, "true or false", v ? "true" : "false", "");
  }
  void leaf(const Field& field, std::int64_t& v) override {
    add(field, "whole number", fmt::format("{}", v),
        range(field, [](double x) { return number_text(x); }));
  }
  void leaf(const Field& field, double& v) override {
    add(field, "number", number_text(v), range(field, [](double x) { return number_text(x); }));
  }
  void leaf(const Field& field, std::string& v) override { add(field, "text", v, ""); }
  void leaf(const Field& field, Seconds& v) override {
    add(field, "duration", to_text(v), range(field, [](double x) { return to_text(Seconds{x}); }));
  }
  void leaf(const Field& field, Bytes& v) override { quantity(field, "size", v); }
  void leaf(const Field& field, Bandwidth& v) override { quantity(field, "bandwidth", v); }
  void leaf(const Field& field, Dollars& v) override { quantity(field, "money", v); }
  void leaf(const Field& field, Price& v) override { quantity(field, "price", v); }
  void leaf(const Field& field, Speed& v) override { quantity(field, "speed", v); }
  void leaf(const Field& field, JsonText&) override { add(field, "any JSON value", "", ""); }
  void word(const Field& field, std::span<const std::string_view> all,
            std::size_t& index) override {
    add(field, fmt::format("one of {}", fmt::join(all, ", ")), std::string(all[index]), "");
  }

  bool present(const Field&, bool current) override {
    without_default_ = !current;
    return true;
  }
  bool begin_section(const Field& field) override {
    prefix_.push_back(path(field) + ".");
    without_default_ = false;
    return true;
  }
  void end_section() override { prefix_.pop_back(); }
  std::optional<std::size_t> begin_list(const Field& field, std::size_t) override {
    prefix_.push_back(path(field));
    in_list_ = true;
    return 1;
  }
  void end_list() override { prefix_.pop_back(); }
  void alternatives(const Field&, std::size_t& current, std::span<const Form> all) override {
    const std::size_t kept = current;
    for (std::size_t i = 0; i < all.size(); ++i) {
      without_default_ = i != kept;
      all[i].describe(*this);
    }
  }

 private:
  template <class T>
  void quantity(const Field& field, std::string_view type, T value) {
    add(field, type, to_text(value), range(field, [](double x) { return to_text(T::of(x)); }));
  }

  std::string path(const Field& field) {
    const std::string before = prefix_.empty() ? "" : prefix_.back();
    const bool element = std::exchange(in_list_, false);
    return element ? before + "[]" : before + field.key;
  }

  void add(const Field& field, std::string_view type, std::string fallback, std::string range) {
    const bool none = std::exchange(without_default_, false);
    rows.push_back({path(field), std::string(type),
                    field.required ? "required"
                    : none         ? ""
                                   : std::move(fallback),
                    std::move(range), std::string(field.help), field.moves_results});
  }

  template <class Text>
  static std::string range(const Field& field, Text text) {
    if (field.least && field.most && field.least_excluded)
      return "above " + text(*field.least) + ", at most " + text(*field.most);
    if (field.least && field.most)
      return text(*field.least) + " to " + text(*field.most);
    if (field.least)
      return (field.least_excluded ? "above " : "at least ") + text(*field.least);
    return field.most ? "at most " + text(*field.most) : "";
  }

  std::vector<std::string> prefix_;
  bool without_default_ = false;
  bool in_list_ = false;
};

}  // namespace

std::vector<OptionRow> option_rows(const std::function<void(Fields&)>& describe) {
  OptionTable table;
  describe(table);
  return std::move(table.rows);
}

}  // namespace spotgrid
