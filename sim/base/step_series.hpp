// A value that holds until its next change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/instant.hpp"

namespace spotgrid {

// Half-open steps: at a change the new value holds. Values before the first step do not exist.
template <class T>
class StepSeries {
 public:
  struct Step {
    Instant at;
    T value;
    bool operator==(const Step&) const = default;
  };

  StepSeries() = default;
  // `steps` strictly ascending in time, at least one; a step equal to its predecessor is dropped,
  // since an unchanged record is not a change.
  explicit StepSeries(std::vector<Step> steps) {
    require(!steps.empty(), "a step series has at least one step");
    for (Step& step : steps) {
      require(steps_.empty() || last_seen_ < step.at, "steps of a series ascend in time");
      last_seen_ = step.at;
      if (steps_.empty() || !(steps_.back().value == step.value))
        steps_.push_back(std::move(step));
    }
  }
  static StepSeries constant(T value) {
    return StepSeries({{Instant::from_microseconds(-9'000'000'000'000'000'000), std::move(value)}});
  }

  bool empty() const { return steps_.empty(); }
  const std::vector<Step>& steps() const { return steps_; }

  // The value in force at `t`, which the series must cover.
  const T& at(Instant t) const {
    const auto after = first_after(t);
    require(after != steps_.begin(), "a step series is read inside its span");
    return std::prev(after)->value;
  }
  // The value in force just before `t`.
  const T& before(Instant t) const { return at(Instant::from_microseconds(t.microseconds() - 1)); }
  // The first change strictly after `t`.
  std::optional<Step> next_change(Instant t) const {
    const auto after = first_after(t);
    return after == steps_.end() ? std::nullopt : std::optional<Step>(*after);
  }

 private:
  auto first_after(Instant t) const {
    return std::upper_bound(steps_.begin(), steps_.end(), t,
                            [](Instant a, const Step& s) { return a < s.at; });
  }

  std::vector<Step> steps_;
  Instant last_seen_ = Instant::from_microseconds(std::numeric_limits<std::int64_t>::min());
};

// Reads a series at instants that mostly ascend, from where it was read last: a run passes each
// step once. The series outlives it.
template <class T>
class StepCursor {
 public:
  explicit StepCursor(const StepSeries<T>& series) : steps_(&series.steps()) {}

  // As StepSeries::at() and next_change().
  const T& at(Instant t) {
    move_to(t);
    require(after_ > 0, "a step series is read inside its span");
    return (*steps_)[after_ - 1].value;
  }
  std::optional<typename StepSeries<T>::Step> next_change(Instant t) {
    move_to(t);
    if (after_ == steps_->size())
      return std::nullopt;
    return (*steps_)[after_];
  }

 private:
  void move_to(Instant t) {
    const auto begin = steps_->begin();
    const auto later = [](Instant a, const auto& step) { return a < step.at; };
    const bool back = after_ > 0 && t < (*steps_)[after_ - 1].at;
    const auto from = back ? begin : begin + static_cast<std::ptrdiff_t>(after_);
    if (!back && (from == steps_->end() || t < from->at))
      return;
    const bool next = !back && (std::next(from) == steps_->end() || t < std::next(from)->at);
    const auto after = next ? std::next(from) : std::upper_bound(from, steps_->end(), t, later);
    after_ = static_cast<std::size_t>(after - begin);
  }

  const std::vector<typename StepSeries<T>::Step>* steps_;
  std::size_t after_ = 0;  // the first step after the instant that was read last
};

}  // namespace spotgrid
