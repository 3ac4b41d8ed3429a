// A plug-in made from its options as a scenario writes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/catalogue.hpp"
#include "sim/base/document.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid {

// The plug-in with its options set. Throws InputError(scenario) for wrong options, as a run does.
template <class Interface>
std::shared_ptr<Configured<Interface>> configured(std::span<const NamedEntry<Interface>> catalogue,
                                                  std::string_view name, std::string_view options) {
  const Entry<Interface>* found = find_entry(catalogue, name);
  require(found != nullptr, "a test names what is in the catalogue");
  std::shared_ptr<Configured<Interface>> made = found->options();
  const Document document = Document::parse(options, "options", InputKind::scenario);
  OptionReader reader(document);
  made->describe(reader);
  reader.finish();
  return made;
}

template <class Interface>
std::unique_ptr<Interface> plug_in(std::span<const NamedEntry<Interface>> catalogue,
                                   std::string_view name, std::string_view options) {
  return configured(catalogue, name, options)->make();
}

// The problems of these options, a line each; nothing where they are right.
template <class Interface>
std::string problems_of(std::span<const NamedEntry<Interface>> catalogue, std::string_view name,
                        std::string_view options) {
  try {
    configured(catalogue, name, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace spotgrid
