// Reads price lists that are paired by index.
// SPDX-License-Identifier: Apache-2.0
#include "traces/price_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traces/json_reader.hpp"

namespace spotgrid::traces {
namespace {

class ListVisitor final : public JsonVisitor {
 public:
  ListVisitor(const std::string& path, std::map<std::string, std::vector<Price>>& lists)
      : path_(path), lists_(lists) {}

  void begin(bool list) override {
    ++depth_;
    current_ = list && depth_ == 2 ? &lists_[key_] : nullptr;
    pointer_ = "/" + key_;
  }
  void end() override {
    --depth_;
    current_ = nullptr;
  }
  void key(std::string_view name) override { key_ = name; }
  void scalar(const JsonScalar& value) override {
    if (current_ != nullptr)
      current_->push_back(read_price(value.text, {path_, current_->size(), pointer_}));
  }

 private:
  const std::string& path_;
  std::map<std::string, std::vector<Price>>& lists_;
  std::vector<Price>* current_ = nullptr;
  std::size_t depth_ = 0;
  std::string key_;
  std::string pointer_;
};

}  // namespace

PriceList::PriceList(const std::string& path) : path_(path) {
  const SourceText source = source_text(path, read_bytes(path));
  ListVisitor visitor(path_, lists_);
  for (const JsonPart& part : json_parts(source))
    visit_json(part, path_, visitor);
}

const std::vector<Price>& PriceList::of(const std::string& zone) const {
  const auto exact = lists_.find(zone);
  if (exact != lists_.end())
    return exact->second;
  const std::vector<Price>* found = nullptr;
  std::size_t candidates = 0;
  std::vector<std::string> names;
  for (const auto& [name, prices] : lists_) {
    names.push_back(name);
    if (!zone.empty() && !name.starts_with(zone + "_"))
      continue;
    found = &prices;
    ++candidates;
  }
  if (candidates != 1) {
    refuse(
        path_,
        fmt::format("no single price list for zone \"{}\", found {}", zone, fmt::join(names, ", ")),
        "say the zone");
  }
  return *found;
}

}  // namespace spotgrid::traces
