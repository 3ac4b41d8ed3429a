// Values as bytes, for pipes between processes and for files of our own; doubles keep all bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace spotgrid {

class Packer {
 public:
  template <class T>
  Packer& operator()(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      (*this)(static_cast<std::uint64_t>(value.size()));
      bytes_ += value;
    } else {
      static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
      char raw[sizeof(T)];
      std::memcpy(raw, &value, sizeof(T));
      bytes_.append(raw, sizeof(T));
    }
    return *this;
  }
  template <class T>
  Packer& operator()(const std::vector<T>& values) {
    (*this)(static_cast<std::uint64_t>(values.size()));
    for (const T& value : values)
      (*this)(value);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads in the order of packing. Anything that does not fit makes ok() false and all later values
// 0.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  Unpacker& operator()(T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      value = std::string(text(length(1)));
    } else {
      static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
      const std::string_view raw = text(sizeof(T));
      value = T{};
      if (raw.size() == sizeof(T))
        std::memcpy(&value, raw.data(), sizeof(T));
    }
    return *this;
  }
  template <class T>
  Unpacker& operator()(std::vector<T>& values) {
    values.resize(length(sizeof(std::uint8_t)));
    for (T& value : values)
      (*this)(value);
    return *this;
  }
  // A count of elements of at least `least` bytes each; what the bytes cannot hold is refused.
  std::size_t length(std::size_t least) {
    std::uint64_t count = 0;
    (*this)(count);
    ok_ = ok_ && count <= rest_.size() / least;
    return ok_ ? static_cast<std::size_t>(count) : 0;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view text(std::size_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_)
      return {};
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return found;
  }
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace spotgrid
