// A value that a test and its children read and write alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace spotgrid {

// Children that are forked after this was made share it; T is atomic or an array of atomics.
template <class T>
class SharedBetween {
 public:
  SharedBetween() {
    void* memory =
        ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(memory, MAP_FAILED);
    value_ = new (memory) T{};
  }
  ~SharedBetween() { ::munmap(value_, sizeof(T)); }
  SharedBetween(const SharedBetween&) = delete;
  SharedBetween& operator=(const SharedBetween&) = delete;

  T& operator*() const { return *value_; }
  T* operator->() const { return value_; }

 private:
  T* value_ = nullptr;
};

}  // namespace spotgrid
