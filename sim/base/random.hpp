// Random numbers that depend on a seed and a name only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// A named, independent, repeatable stream. Two streams with different names never influence each
// other, so a policy that draws more numbers changes nothing else (common random numbers).
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t state);
  ~RandomStream();
  RandomStream(RandomStream&&) noexcept;
  RandomStream& operator=(RandomStream&&) noexcept;
  RandomStream(const RandomStream&) = delete;
  RandomStream& operator=(const RandomStream&) = delete;

  double uniform();                      // in [0, 1)
  std::size_t index(std::size_t count);  // in [0, count), count at least 1
  bool chance(double probability);       // true with this probability
  double normal();                       // mean 0, standard deviation 1
  Seconds exponential(Seconds mean);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

// The streams of one run: (seed, replication, purpose, entity ...). Entities are pools, event
// numbers and launch ordinals, never pointers or the state of a policy.
class RandomSource {
 public:
  RandomSource(std::uint64_t seed, std::uint64_t replication);

  template <class... Entities>
  RandomStream stream(std::string_view purpose, Entities... entities) const {
    return RandomStream(hash(purpose, entities...));
  }
  // One uniform number in [0, 1) of its own, for priorities: cheaper than a stream.
  template <class... Entities>
  double draw(std::string_view purpose, Entities... entities) const {
    return static_cast<double>(hash(purpose, entities...) >> 11) * 0x1.0p-53;
  }

 private:
  template <class... Entities>
  std::uint64_t hash(std::string_view purpose, Entities... entities) const {
    std::uint64_t state = mix(base_, text_hash(purpose));
    ((state = mix(state, static_cast<std::uint64_t>(entities))), ...);
    return state;
  }
  static std::uint64_t mix(std::uint64_t state, std::uint64_t value);
  static std::uint64_t text_hash(std::string_view text);

  std::uint64_t base_;
};

}  // namespace spotgrid
