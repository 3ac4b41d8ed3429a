// Walks a data file and prints figure by figure.
// SPDX-License-Identifier: Apache-2.0
#include "commands/data_sheet.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "analysis/table.hpp"
#include "sim/base/document.hpp"
#include "sim/base/json_tree.hpp"

namespace spotgrid::commands {
namespace {

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

class Sheet {
 public:
  // A section's own figures are one line, its source the next; sections in it follow.
  void add(const std::string& title, const Json& section) {
    std::string figures;
    for (const auto& [key, value] : section.items()) {
      if (key == "source" || value.is_structured())
        continue;
      // A value alone needs no name beside the title.
      const bool plain = key == "size" || key == "rate" || key == "value";
      figures += (figures.empty() ? "" : ", ") + (plain ? "" : key + " ") + value_text(value);
    }
    if (!figures.empty())
      lines_.push_back({title, figures});
    if (section.contains("source"))
      lines_.push_back({"", "source: " + value_text(section["source"])});
    add_inner(title, section);
  }

  // The outermost members: figures of their own, each on its line.
  void add_root(const Json& root) {
    for (const auto& [key, value] : root.items()) {
      if (key == "description")  // stands above as what it is
        continue;
      const bool is_source = key.ends_with("_source");
      if (value.is_object()) {
        add(key, value);
      } else if (value.is_array()) {
        add_elements(key, value);
      } else {
        lines_.push_back(
            {is_source ? "" : key,
             is_source ? "source of " + key.substr(0, key.size() - 7) + ": " + value_text(value)
                       : value_text(value)});
      }
    }
  }

  std::string text() const {
    std::size_t column = 0;
    for (const Line& line : lines_)
      column = std::max(column, line.title.size() + 2);
    std::string all;
    for (const Line& line : lines_)
      all += analysis::labelled(line.title, line.text, column);
    return all;
  }

 private:
  struct Line {
    std::string title, text;
  };

  void add_inner(const std::string& title, const Json& section) {
    for (const auto& [key, value] : section.items()) {
      if (value.is_object()) {
        add(fmt::format("{}.{}", title, key), value);
      } else if (value.is_array()) {
        add_elements(fmt::format("{}.{}", title, key), value);
      }
    }
  }
  void add_elements(const std::string& title, const Json& elements) {
    for (const Json& one : elements) {
      if (one.is_object()) {
        add(title, one);
      } else {
        lines_.push_back({title, value_text(one)});
      }
    }
  }

  std::vector<Line> lines_;
};

}  // namespace

std::string data_sheet(std::string_view json) {
  const Document document = Document::parse(json, "built-in data", InputKind::scenario);
  Sheet sheet;
  sheet.add_root(document.tree().root);
  return sheet.text();
}

}  // namespace spotgrid::commands
