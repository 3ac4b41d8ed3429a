// Streams are Mersenne Twisters of Boost.Random, whose distributions, unlike the standard
// library's, are the same code everywhere. Names are mixed with SplitMix64 (Steele et al. 2014).
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/random.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "sim/base/error.hpp"

namespace spotgrid {

struct RandomStream::Engine {
  explicit Engine(std::uint64_t state) : bits(state) {}
  boost::random::mt19937_64 bits;
  // The ziggurat of Boost 1.74 keeps no state between draws.
  boost::random::normal_distribution<double> normal{0, 1};
};

RandomStream::RandomStream(std::uint64_t state) : engine_(std::make_unique<Engine>(state)) {}
RandomStream::~RandomStream() = default;
RandomStream::RandomStream(RandomStream&&) noexcept = default;
RandomStream& RandomStream::operator=(RandomStream&&) noexcept = default;

double RandomStream::uniform() {
  return boost::random::uniform_01<double>()(engine_->bits);
}

std::size_t RandomStream::index(std::size_t count) {
  require(count > 0, "an index is drawn from at least one");
  return boost::random::uniform_int_distribution<std::size_t>(0, count - 1)(engine_->bits);
}

bool RandomStream::chance(double probability) {
  return uniform() < probability;
}

double RandomStream::normal() {
  return engine_->normal(engine_->bits);
}

Seconds RandomStream::exponential(Seconds mean) {
  return Seconds{boost::random::exponential_distribution<double>(1.0)(engine_->bits) *
                 mean.count()};
}

RandomSource::RandomSource(std::uint64_t seed, std::uint64_t replication)
    : base_(mix(mix(0x9e3779b97f4a7c15ULL, seed), replication)) {}

std::uint64_t RandomSource::mix(std::uint64_t state, std::uint64_t value) {
  std::uint64_t z = (state ^ (value + 0x9e3779b97f4a7c15ULL + (state << 6) + (state >> 2)));
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t RandomSource::text_hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : text)
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

}  // namespace spotgrid
