// Named implementations of one interface, and the choice of one of them in a scenario.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/options.hpp"

namespace spotgrid {

// An implementation with its options set, from which any number of equal objects can be made (one
// per run: an object may hold state).
template <class Interface>
class Configured {
 public:
  virtual ~Configured() = default;
  virtual void describe(Fields& fields) = 0;
  virtual std::unique_ptr<Interface> make() const = 0;
};

// What a plug-in's file provides. The name in scenarios is the file's name.
template <class Interface>
struct Entry {
  std::string_view summary;                             // one line: what it does
  std::string_view source;                              // paper, vendor page or "spotgrid"
  std::unique_ptr<Configured<Interface>> (*options)();  // with default options
};

template <class Interface>
struct NamedEntry {
  std::string_view name;
  Entry<Interface> entry;
};
// Test names are made from this; without it they would hold pointers.
template <class Interface>
std::ostream& operator<<(std::ostream& out, const NamedEntry<Interface>& named) {
  return out << named.name;
}

// The entry of `Implementation`, which has a nested described struct Options and a constructor
// from it.
template <class Interface, class Implementation>
Entry<Interface> entry(std::string_view summary, std::string_view source) {
  class Holder final : public Configured<Interface> {
   public:
    void describe(Fields& fields) override { options_.describe(fields); }
    std::unique_ptr<Interface> make() const override {
      return std::make_unique<Implementation>(options_);
    }

   private:
    typename Implementation::Options options_;
  };
  return {summary, source,
          []() -> std::unique_ptr<Configured<Interface>> { return std::make_unique<Holder>(); }};
}

// For implementations without options.
struct NoOptions {
  void describe(Fields&) {}
};

// One choice of a scenario: the name and the options beside it.
template <class Interface>
struct Choice {
  std::string name;
  std::shared_ptr<Configured<Interface>> options;

  std::unique_ptr<Interface> make() const { return options->make(); }
};

template <class Interface>
const Entry<Interface>* find_entry(std::span<const NamedEntry<Interface>> catalogue,
                                   std::string_view name) {
  for (const NamedEntry<Interface>& one : catalogue) {
    if (one.name == name)
      return &one.entry;
  }
  return nullptr;
}

template <class Interface>
void describe_choice(Fields& fields, const Field& field, Choice<Interface>& choice,
                     std::span<const NamedEntry<Interface>> catalogue) {
  std::vector<NamedSummary> all;
  all.reserve(catalogue.size());
  for (const NamedEntry<Interface>& one : catalogue)
    all.push_back({one.name, one.entry.summary});
  std::string named = choice.name;  // whose options `choice.options` holds
  fields.choice(field, all, choice.name, [&](std::string_view name, Fields& inner) {
    if (!choice.options || name != named) {
      const Entry<Interface>* found = find_entry(catalogue, name);
      require(found != nullptr, "a choice is in its catalogue");
      choice.options = found->options();
      named = name;
    }
    choice.options->describe(inner);
  });
}

}  // namespace spotgrid
