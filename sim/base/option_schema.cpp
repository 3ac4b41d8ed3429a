// The JSON Schema of a description, for editors; never used to read (a second truth with poorer
// messages).
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "sim/base/json_tree.hpp"
#include "sim/base/option_tables.hpp"

namespace spotgrid {
namespace {

// One schema object being filled: a section, or the element of a list.
class OptionSchema final : public Fields {
 public:
  explicit OptionSchema(Json& root) : nodes_{&root} { open(root); }

  void choice(const Field& field, std::span<const NamedSummary> all, std::string&,
              const std::function<void(std::string_view, Fields&)>& options) override {
    Json names = Json::array();
    for (const NamedSummary& one : all)
      names.push_back(one.name);
    put(field, {{"enum", names}});
    // Which keys are legal depends on the name; the keys of all names are offered.
    for (const NamedSummary& one : all)
      options(one.name, *this);
  }
  std::vector<std::string> member_names(const std::vector<std::string>&) override {
    any_name_ = true;
    return {"*"};
  }
  void problem(std::string_view, std::string, std::string) override {}
  bool reading() const override { return false; }

 protected:
  void leaf(const Field& field, bool&) override { put(field, {{"type", "boolean"}}); }
  void leaf(const Field& field, std::int64_t&) override { put(field, limited(field, "integer")); }
  void leaf(const Field& field, double&) override { put(field, limited(field, "number")); }
  void leaf(const Field& field, std::string&) override { put(field, {{"type", "string"}}); }
  void leaf(const Field& field, Seconds&) override {
    unit(field, "(us|ms|s|sec|min|h|hours?|d|days?|w)");
  }
  void leaf(const Field& field, Bytes&) override { unit(field, "([kMGTP]|[KMGT]i)?B"); }
  void leaf(const Field& field, Bandwidth&) override {
    unit(field, "(([kMGT]|[KMGT]i)?B/s|[kMGT]?bps|[MG]bit/s)");
  }
  void leaf(const Field& field, Dollars&) override { unit(field, R"((\$|USD))"); }
  void leaf(const Field& field, Price&) override { unit(field, R"((\$|USD)/h)"); }
  void leaf(const Field& field, Speed&) override { unit(field, "[GTP]?FLOPS"); }
  void leaf(const Field& field, JsonText&) override { put(field, Json::object()); }
  void word(const Field& field, std::span<const std::string_view> all, std::size_t&) override {
    Json names = Json::array();
    for (const std::string_view one : all)
      names.push_back(one);
    put(field, {{"enum", names}});
  }

  bool present(const Field&, bool) override { return true; }
  bool begin_section(const Field& field) override {
    Json section = Json::object();
    open(section);
    nodes_.push_back(&put(field, std::move(section)));
    return true;
  }
  void end_section() override { nodes_.pop_back(); }
  std::optional<std::size_t> begin_list(const Field& field, std::size_t) override {
    nodes_.push_back(&put(field, {{"type", "array"}}));
    return 1;
  }
  void end_list() override { nodes_.pop_back(); }
  void alternatives(const Field& field, std::size_t&, std::span<const Form> all) override {
    // Each form writes the key; what they wrote becomes the branches of one anyOf.
    Json branches = Json::array();
    for (const Form& form : all) {
      Json section = Json::object();
      open(section);
      nodes_.push_back(&section);
      form.describe(*this);
      nodes_.pop_back();
      for (const auto& property : section["properties"].items())
        branches.push_back(property.value());
    }
    put(field, {{"anyOf", branches}});
  }

 private:
  static void open(Json& section) {
    section["type"] = "object";
    section["properties"] = Json::object();
    section["additionalProperties"] = false;
  }
  static Json limited(const Field& field, std::string_view type) {
    Json schema = {{"type", type}};
    if (field.least)
      schema[field.least_excluded ? "exclusiveMinimum" : "minimum"] = *field.least;
    if (field.most)
      schema["maximum"] = *field.most;
    return schema;
  }
  void unit(const Field& field, std::string_view units) {
    put(field,
        {{"type", "string"},
         {"pattern", fmt::format(R"(^\s*-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?\s*{}\s*$)", units)}});
  }
  Json& put(const Field& field, Json schema) {
    if (!field.help.empty())
      schema["description"] = std::string(field.help);
    Json& node = *nodes_.back();
    if (node["type"] == "array")
      return node["items"] = std::move(schema);
    if (std::exchange(any_name_, false))
      return node["additionalProperties"] = std::move(schema);
    if (field.required)
      node["required"].push_back(field.key);
    Json& properties = node["properties"];
    // Two names of one choice may share a key with different values: then either is offered.
    if (properties.contains(field.key) && properties[field.key] != schema &&
        !schema.contains("properties"))
      return properties[field.key] = {{"anyOf", {properties[field.key], std::move(schema)}}};
    return properties[field.key] = std::move(schema);
  }

  std::vector<Json*> nodes_;
  bool any_name_ = false;
};

}  // namespace

std::string option_schema(const std::function<void(Fields&)>& describe, std::string_view title) {
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  OptionSchema schema(root);
  describe(schema);
  root["properties"]["$schema"] = {{"type", "string"}};
  return root.dump(2);
}

}  // namespace spotgrid
