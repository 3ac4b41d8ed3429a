// The description of the job.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/job_section.hpp"

#include <array>

#include <fmt/format.h>

#include "models/catalogues.hpp"
#include "scenarios/known_names.hpp"
#include "sim/base/bounds.hpp"

namespace spotgrid::scenarios {

void WorkloadOption::describe_at(Fields& fields) {
  constexpr std::string_view help = "what is trained: a name of the catalogue or an object";
  const std::array<Form, 2> forms = {
      {{JsonType::text, [&](Fields& inner) { inner("workload", name, help); }},
       {JsonType::object, [&](Fields& inner) { inner("workload", custom, help); }}}};
  fields.forms("workload", form, forms, help);
  if (fields.reading() && form == 0)
    check_known(fields, "workload", "workload", name, names(workloads::files()));
}

std::optional<Workload> WorkloadOption::find() const {
  if (form == 0)
    return workloads::find(name);
  if (form != 1)
    return std::nullopt;
  Workload written = custom;
  written.name = "inline";
  return written;
}

void TrainingSection::describe(Fields& fields) {
  Field mode{"mode", "how the nodes train together"};
  mode.required = true;
  describe_choice(fields, mode, choice, training::catalogue());
  fields("servers", servers, "where parameter servers are rented");
}

void MembershipSection::describe(Fields& fields) {
  rendezvous.describe_at(fields, "rendezvous", "the members find each other");
  init.describe_at(fields, "init", "processes and communicators start");
  fields("debounce", debounce, "losses within it are one change", at_least(0s));
  fields("release_after", release_after,
         "survivors of a gang that waits longer are released; without it they are kept",
         at_least(0s));
}

void JobSection::describe(Fields& fields) {
  workload.describe_at(fields);
  fields("samples", samples, "samples to train", above(0.0));
  fields("epochs", epochs, "passes over the workload's data set, instead of samples", above(0.0));
  fields("iterations", iterations, "iterations of all nodes together, instead of samples",
         at_least(1.0));
  fields("loss", loss,
         "loss to train to, instead of samples: of workloads with a loss law, by asynchronous "
         "parameter servers",
         above(0.0));
  fields("work", work, "work of mode work_units: time on one reference cluster", above(0s));
  fields("deadline", deadline, "time after the start by which the job ought to be finished",
         above(Seconds{0}, longest_span));
  fields("batch_per_gpu", batch_per_gpu,
         "samples of one GPU in one iteration; the workload's own "
         "without it",
         at_least(1.0));
  fields("final_save", final_save,
         "the job is finished when its last state is saved; true where the scheme saves");
  fields("no_progress", no_progress, "recoveries in a row without a higher commit that end the run",
         at_least(1.0));
  fields("membership", membership, "what a change of members costs beside the boot of nodes");
  fields("training", training, "training mode", required);
  if (!fields.reading())
    return;
  const int amounts = int{samples.has_value()} + int{epochs.has_value()} +
                      int{iterations.has_value()} + int{work.has_value()} + int{loss.has_value()};
  if (amounts != 1) {
    fields.problem("", fmt::format("how much to train must be given once, found {} ways", amounts),
                   "give one of samples, epochs, iterations, loss, work");
  }
}

}  // namespace spotgrid::scenarios
