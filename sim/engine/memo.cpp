// Finding courses, and simulating those that are new.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/memo.hpp"

#include <stdexcept>
#include <utility>

#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/base/packed.hpp"
#include "sim/base/sha256.hpp"

namespace spotgrid::engine {
namespace {

const std::string magic = "spotgrid memo ";
const std::string format = magic + "1";

// What `work` returns in a process of its own, which may have a room.
std::string apart(const std::function<std::string()>& work) {
  const ChildAnswer answer = in_child_process([&] {
    Packer pack;
    try {
      const std::string done = work();
      pack(std::uint64_t{0})(done);
    } catch (const InputError& error) {
      pack(std::uint64_t{error.problems().size()});
      for (const Problem& problem : error.problems())
        pack(problem.place)(problem.text)(problem.remedy);
    }
    return pack.take();
  });
  if (answer.how == ChildAnswer::How::threw)
    throw std::logic_error(answer.text);
  if (answer.how == ChildAnswer::How::crashed)
    throw std::runtime_error("a micro-simulation crashed: " + answer.text);
  Unpacker unpack(answer.text);
  std::vector<Problem> problems(unpack.length(1));
  for (Problem& problem : problems)
    unpack(problem.place)(problem.text)(problem.remedy);
  if (!problems.empty())
    throw InputError(InputKind::scenario, std::move(problems));
  std::string done;
  unpack(done);
  require(unpack.ok(), "a micro-simulation answers whole");
  return done;
}

}  // namespace

std::shared_ptr<const Course> Memo::course(const Platform& platform, const MicroState& state) {
  if (!state.moves_bytes())
    return std::make_shared<const Course>(simulate_delays(state));
  const std::string key = sha256(record_of(platform, state));
  if (const auto found = courses_.find(key); found != courses_.end())
    return found->second;
  auto course = course_from(apart([&] { return engine::to_bytes(simulate(platform, state)); }));
  require(course != nullptr, "a course arrives as it was sent");
  ++simulated_;
  courses_.emplace(key, course);
  return course;
}

std::vector<ActivityGraph> Memo::left(const Platform& platform, const MicroState& state,
                                      Seconds offset) {
  Packer key;
  key(record_of(platform, state))(offset.count());
  std::string& found = left_[sha256(key.bytes())];
  if (found.empty()) {
    ++simulated_;
    found = apart([&] { return engine::to_bytes(simulate_until(platform, state, offset)); });
  }
  return graphs_from(found);
}

std::string Memo::to_bytes() const {
  Packer pack;
  pack(std::uint64_t{courses_.size()});
  for (const auto& [key, course] : courses_)
    pack(key)(engine::to_bytes(*course));
  Packer whole;
  whole(format)(sha256(pack.bytes()))(pack.bytes());
  return whole.take();
}

bool Memo::is_one(std::string_view bytes) {
  constexpr std::size_t behind_its_length = sizeof(std::uint64_t);
  return bytes.size() > behind_its_length && bytes.substr(behind_its_length).starts_with(magic);
}

// States inside courses are not kept: they hardly ever come again. A course with a flipped bit
// would be a wrong number, so that all is taken or nothing.
bool Memo::from(std::string_view bytes) {
  std::string found_format, sum, all;
  Unpacker whole(bytes);
  whole(found_format)(sum)(all);
  if (!whole.ok() || !whole.at_end() || found_format != format || sum != sha256(all))
    return false;
  Unpacker unpack(all);
  std::string key, value;
  for (std::size_t n = unpack.length(1); n > 0 && unpack.ok(); --n) {
    unpack(key)(value);
    const auto course = course_from(value);
    if (!unpack.ok() || !course)
      return false;
    courses_.emplace(key, course);
  }
  return unpack.ok() && unpack.at_end();
}

}  // namespace spotgrid::engine
