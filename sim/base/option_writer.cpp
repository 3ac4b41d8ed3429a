// The writer of descriptions.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/option_writer.hpp"

#include <cmath>

#include "sim/base/json_tree.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid {

struct OptionWriter::State {
  Json root = Json::object();
  std::vector<Json*> nodes{&root};

  Json& put(const Field& field) {
    Json& node = *nodes.back();
    if (!node.is_array())
      return node[field.key];
    node.push_back(nullptr);
    return node.back();
  }
};

OptionWriter::OptionWriter() : state_(std::make_unique<State>()) {}
OptionWriter::~OptionWriter() = default;

std::string OptionWriter::text(int indent) const {
  return state_->root.dump(indent);
}

void OptionWriter::leaf(const Field& field, bool& value) {
  state_->put(field) = value;
}
void OptionWriter::leaf(const Field& field, std::int64_t& value) {
  state_->put(field) = value;
}
void OptionWriter::leaf(const Field& field, double& value) {
  // A whole number is written without ".0": 3 and 3.0 are the same value in a scenario.
  if (value == std::trunc(value) && std::abs(value) < 1e15)
    state_->put(field) = static_cast<std::int64_t>(value);
  else
    state_->put(field) = value;
}
void OptionWriter::leaf(const Field& field, std::string& value) {
  state_->put(field) = value;
}
void OptionWriter::leaf(const Field& field, Seconds& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, Bytes& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, Bandwidth& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, Dollars& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, Price& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, Speed& value) {
  state_->put(field) = to_text(value);
}
void OptionWriter::leaf(const Field& field, JsonText& value) {
  state_->put(field) = Json::parse(value.text);
}

void OptionWriter::word(const Field& field, std::span<const std::string_view> all,
                        std::size_t& index) {
  state_->put(field) = std::string(all[index]);
}

bool OptionWriter::present(const Field&, bool current) {
  return current;
}

bool OptionWriter::begin_section(const Field& field) {
  Json& node = state_->put(field);
  if (!node.is_object())
    node = Json::object();
  state_->nodes.push_back(&node);
  return true;
}
void OptionWriter::end_section() {
  state_->nodes.pop_back();
}

std::optional<std::size_t> OptionWriter::begin_list(const Field& field, std::size_t size) {
  Json& node = state_->put(field);
  node = Json::array();
  // Elements are referenced while they are filled, so the list must not move.
  node.get_ref<Json::array_t&>().reserve(size);
  state_->nodes.push_back(&node);
  return size;
}
void OptionWriter::end_list() {
  state_->nodes.pop_back();
}

void OptionWriter::alternatives(const Field&, std::size_t& current, std::span<const Form> all) {
  if (current < all.size())
    all[current].describe(*this);
}

void OptionWriter::choice(const Field& field, std::span<const NamedSummary>, std::string& current,
                          const std::function<void(std::string_view, Fields&)>& options) {
  state_->put(field) = current;
  options(current, *this);
}

std::vector<std::string> OptionWriter::member_names(const std::vector<std::string>& current) {
  return current;
}

}  // namespace spotgrid
