// What holds for every plug-in of every catalogue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "sim/base/catalogue.hpp"
#include "sim/base/document.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_tables.hpp"
#include "sim/base/option_writer.hpp"

namespace spotgrid::contract {

// The least that plug-ins with mandatory options must be told.
using Mandatory = std::map<std::string_view, std::string_view>;

inline std::string mandatory_of(const Mandatory& mandatory, std::string_view name) {
  const auto found = mandatory.find(name);
  return std::string(found == mandatory.end() ? "{}" : found->second);
}

template <class Interface>
std::shared_ptr<Configured<Interface>> read_options(const Entry<Interface>& entry,
                                                    const Document& document) {
  std::shared_ptr<Configured<Interface>> made = entry.options();
  OptionReader reader(document);
  made->describe(reader);
  reader.finish();
  return made;
}

template <class Interface>
std::string written(Configured<Interface>& options) {
  OptionWriter writer;
  options.describe(writer);
  return writer.text(-1);
}

inline Document options_document(std::string_view text) {
  return Document::parse(text, "options", InputKind::scenario);
}

template <class Interface>
void expect_options_come_back(const NamedEntry<Interface>& named, const std::string& least) {
  const auto first = read_options(named.entry, options_document(least));
  const std::string once = written(*first);
  const auto second = read_options(named.entry, options_document(once));
  EXPECT_EQ(written(*second), once);
  EXPECT_NE(second->make(), nullptr);
}

template <class Interface>
void expect_unknown_options_are_refused(const NamedEntry<Interface>& named,
                                        const std::string& least) {
  Document document = options_document(least);
  document.set("no_such_option", "1");
  try {
    read_options(named.entry, document);
    ADD_FAILURE() << "an unknown option was accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 1U) << error.what();
    EXPECT_NE(std::string(error.what()).find("no_such_option"), std::string::npos) << error.what();
  }
}

template <class Interface>
void expect_every_option_is_explained(const NamedEntry<Interface>& named) {
  const auto options = named.entry.options();
  for (const OptionRow& row : option_rows([&](Fields& fields) { options->describe(fields); })) {
    EXPECT_FALSE(row.help.empty()) << row.path;
    EXPECT_FALSE(row.type.empty()) << row.path;
  }
}

template <class Interface>
void expect_contract(const NamedEntry<Interface>& named, const Mandatory& mandatory) {
  EXPECT_FALSE(named.name.empty());
  EXPECT_FALSE(named.entry.summary.empty());
  EXPECT_FALSE(named.entry.source.empty());
  const std::string least = mandatory_of(mandatory, named.name);
  expect_options_come_back(named, least);
  expect_unknown_options_are_refused(named, least);
  expect_every_option_is_explained(named);
}

// Names sorted and each once, and no mandatory options of what is not there.
template <class Interface>
void expect_catalogue(std::span<const NamedEntry<Interface>> catalogue,
                      const Mandatory& mandatory) {
  std::set<std::string_view> names;
  for (const NamedEntry<Interface>& one : catalogue)
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
  EXPECT_FALSE(names.empty());
  for (const auto& [name, options] : mandatory)
    EXPECT_EQ(names.count(name), 1U) << name;
}

}  // namespace spotgrid::contract
