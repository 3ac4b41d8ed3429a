// Reads a described struct from a document, strictly, and collects every problem.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/base/document.hpp"
#include "sim/base/options.hpp"

namespace spotgrid {

class OptionReader final : public Fields {
 public:
  // The document must outlive the reader.
  explicit OptionReader(const Document& document);
  ~OptionReader() override;

  // Checks the keys of the outermost section, then throws all problems as one InputError.
  void finish();
  // The same without throwing: all problems so far.
  std::vector<Problem> take_problems();

  void choice(const Field& field, std::span<const NamedSummary> all, std::string& current,
              const std::function<void(std::string_view, Fields&)>& options) override;
  std::vector<std::string> member_names(const std::vector<std::string>& current) override;
  void problem(std::string_view key, std::string text, std::string remedy) override;
  bool reading() const override { return true; }

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

// Reads a whole document into a described struct.
template <Described T>
T read_strictly(const Document& document) {
  T value;
  OptionReader reader(document);
  value.describe(reader);
  reader.finish();
  return value;
}

}  // namespace spotgrid
