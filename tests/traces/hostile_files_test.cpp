// Nothing in a file may crash or hang a reader: damaged files are read or refused.
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::traces {
namespace {

const std::vector<std::string> seeds{
    R"({"NextToken":"","SpotPriceHistory":[{"AvailabilityZone":"a","InstanceType":"x",)"
    R"("ProductDescription":"Linux/UNIX","SpotPrice":"0.4","Timestamp":"2024-03-02T11:05:09Z"}]})",
    R"({"metadata":{"gap_seconds":600,"start_time":"2024-03-02"},"data":[1,0,1],"prices":[1,2,3]})",
    "SPOTPRICEHISTORY\ta\tx\tLinux/UNIX\t1\t2024-01-01T00:00:00Z\n",
    "# nodes=4\ntime,zone,instance_type,price\n0,a,x,0.5\n\"7\",a,x,\"0.6\"\n",
    "date,availability\n2024-01-01 00:00:00,1\n2024-01-01 00:05:00,0\n",
    "# gap=60\ntime,zone,count\n0,a,4\n3,a,4\n",
    "0,add,a\n9,remove,a\n",
    "time,event,node\n0,add,a\n9,remove,a\n",
    "0,1\n60000,2\n",
    "2024-03-02, 00:01:00, 78\n2024-03-02, 00:00:00, 77\n"};

// Reads with every format; only InputError may come out.
void read_with_all(const std::string& text) {
  for (const NamedEntry<TraceFormat>& one : formats::catalogue()) {
    const std::unique_ptr<TraceFormat> format = one.entry.options()->make();
    const SourceText source{"t", text};
    format->recognises(source);
    try {
      format->read(source, {});
    } catch (const InputError&) {
      // refused
    }
  }
}

TEST(HostileFiles, CutOffFilesAreReadOrRefused) {
  for (const std::string& seed : seeds)
    for (std::size_t size = 0; size <= seed.size(); ++size)
      read_with_all(seed.substr(0, size));
}

TEST(HostileFiles, DamagedFilesAreReadOrRefused) {
  std::mt19937 random(7);
  const std::string spice = "{}[],\"\n\r\t\0-+.eE0123456789:TZ#=\xff\xef";
  for (const std::string& seed : seeds)
    for (int i = 0; i < 400; ++i) {
      std::string text = seed;
      for (int changes = 0; changes < 1 + i % 5; ++changes) {
        const std::size_t where = random() % text.size();
        const char c = spice[random() % spice.size()];
        if (random() % 2 == 0)
          text[where] = c;
        else
          text.insert(where, 1 + random() % 20, c);
      }
      read_with_all(text);
    }
}

TEST(HostileFiles, RandomBytesAreReadOrRefused) {
  std::mt19937 random(8);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (std::size_t size = random() % 200; text.size() < size;)
      text += static_cast<char>(random() % 256);
    read_with_all(text);
  }
}

TEST(HostileFiles, RandomCompressedBytesAreReadOrRefused) {
  std::mt19937 random(9);
  for (const std::string& magic : {std::string("\x1f\x8b\x08"), std::string("\x28\xb5\x2f\xfd")})
    for (int i = 0; i < 200; ++i) {
      std::string bytes = magic;
      for (std::size_t size = random() % 100; bytes.size() < size;)
        bytes += static_cast<char>(random() % 256);
      EXPECT_THROW(source_text("t", bytes, 1'000'000), InputError);
    }
}

TEST(HostileFiles, LongLinesTakeLinearTime) {
  read_with_all(std::string(400'000, 'a'));
  read_with_all("\"" + std::string(400'000, 'a'));
  read_with_all(std::string(400'000, '{'));
  read_with_all("[" + std::string(400'000, ' '));
}

}  // namespace
}  // namespace spotgrid::traces
