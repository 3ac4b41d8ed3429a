// One file or a list of files.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/trace_source.hpp"

#include <array>

namespace spotgrid::scenarios {

void TraceSource::describe_file(Fields& fields) {
  constexpr std::string_view help = "file with the trace, or a list of files of one format";
  const std::array<Form, 2> forms = {
      {{JsonType::text,
        [&](Fields& inner) {
          paths.resize(1);
          inner("file", paths.front(), help);
        }},
       {JsonType::list, [&](Fields& inner) { inner("file", paths, help); }}}};
  fields.forms("file", form, forms, help);
}

}  // namespace spotgrid::scenarios
