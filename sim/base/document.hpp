// A JSON document that knows its file's name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sim/base/error.hpp"

namespace spotgrid {

struct JsonTree;  // json_tree.hpp; seen by the few sources that know the JSON library

class Document {
 public:
  // Comments are allowed; a syntax error, a duplicate key and nesting deeper than 64 levels throw
  // InputError with line and column.
  static Document parse(std::string_view text, std::string name, InputKind kind);
  // Reads the file; a missing one throws.
  static Document load(const std::string& path, InputKind kind);

  // Sets the value at a dotted path with indices ("market.pools.0.on_demand"); `value` is JSON, or
  // text where it does not parse. Missing objects on the way are made; a bad index throws.
  void set(std::string_view path, std::string_view value);

  const std::string& name() const { return name_; }
  InputKind kind() const { return kind_; }
  const JsonTree& tree() const { return *tree_; }
  // The document again, indented by `indent` spaces (-1: one line).
  std::string text(int indent = 2) const;

 private:
  Document(std::string name, InputKind kind, std::shared_ptr<JsonTree> tree)
      : name_(std::move(name)), kind_(kind), tree_(std::move(tree)) {}

  std::string name_;
  InputKind kind_;
  std::shared_ptr<JsonTree> tree_;
};

}  // namespace spotgrid
