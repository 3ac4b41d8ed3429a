// Writes a described struct as JSON: the resolved scenario, a result, a line of the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/base/options.hpp"

namespace spotgrid {

class OptionWriter final : public Fields {
 public:
  OptionWriter();
  ~OptionWriter() override;

  // What was described so far; indented by `indent` spaces (-1: one line).
  std::string text(int indent) const;

  void choice(const Field& field, std::span<const NamedSummary> all, std::string& current,
              const std::function<void(std::string_view, Fields&)>& options) override;
  std::vector<std::string> member_names(const std::vector<std::string>& current) override;
  void problem(std::string_view, std::string, std::string) override {}
  bool reading() const override { return false; }

 protected:
  void leaf(const Field& field, bool& value) override;
  void leaf(const Field& field, std::int64_t& value) override;
  void leaf(const Field& field, double& value) override;
  void leaf(const Field& field, std::string& value) override;
  void leaf(const Field& field, Seconds& value) override;
  void leaf(const Field& field, Bytes& value) override;
  void leaf(const Field& field, Bandwidth& value) override;
  void leaf(const Field& field, Dollars& value) override;
  void leaf(const Field& field, Price& value) override;
  void leaf(const Field& field, Speed& value) override;
  void leaf(const Field& field, JsonText& value) override;
  void word(const Field& field, std::span<const std::string_view> all, std::size_t& index) override;
  bool present(const Field& field, bool current) override;
  bool begin_section(const Field& field) override;
  void end_section() override;
  std::optional<std::size_t> begin_list(const Field& field, std::size_t size) override;
  void end_list() override;
  void alternatives(const Field& field, std::size_t& current, std::span<const Form> all) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A described struct as JSON text. (Descriptions take references that a reader may set; a writer
// changes nothing.)
template <Described T>
std::string to_json(T value, int indent) {
  OptionWriter writer;
  value.describe(writer);
  return writer.text(indent);
}

}  // namespace spotgrid
