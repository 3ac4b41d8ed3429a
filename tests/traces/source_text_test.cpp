// Files are decompressed by content; damaged ones are refused.
// SPDX-License-Identifier: Apache-2.0
#include "traces/source_text.hpp"

#include <sstream>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <gtest/gtest.h>
#include <zstd.h>

#include "sim/base/sha256.hpp"
#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

std::string gzip(const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out;
  boost::iostreams::filtering_istream filter;
  filter.push(boost::iostreams::gzip_compressor());
  filter.push(in);
  boost::iostreams::copy(filter, out);
  return out.str();
}

std::string zstd(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

std::string error_of_bytes(const std::string& bytes, std::size_t most = most_decompressed_bytes) {
  try {
    source_text("f", bytes, most);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Longer than the buffers of the decompressors.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 40'000; ++i)
    text += std::to_string(i * 7919) + "\n";
  return text;
}

TEST(SourceText, CompressionIsToldByContent) {
  const std::string text = long_text();
  EXPECT_EQ(source_text("f", text).text, text);
  EXPECT_EQ(source_text("f", gzip(text)).text, text);
  EXPECT_EQ(source_text("f", zstd(text)).text, text);
}

TEST(SourceText, SeveralCompressedMembersAreOneText) {
  EXPECT_EQ(source_text("f", gzip("a\n") + gzip("b\n")).text, "a\nb\n");
  EXPECT_EQ(source_text("f", zstd("a\n") + zstd("b\n")).text, "a\nb\n");
}

TEST(SourceText, CutOffCompressedFilesAreErrors) {
  const std::string gz = gzip(long_text());
  const std::string zst = zstd(long_text());
  for (const std::size_t missing : {1U, 5U, 9U, 1000U}) {
    EXPECT_EQ(error_of_bytes(gz.substr(0, gz.size() - missing)),
              "f: damaged or cut off gzip data; fetch the file again");
    EXPECT_EQ(error_of_bytes(zst.substr(0, zst.size() - missing)),
              "f: damaged or cut off zstd data; fetch the file again");
  }
}

TEST(SourceText, DecompressedSizeIsBounded) {
  const std::string zeros(1'000'000, 'a');
  EXPECT_EQ(error_of_bytes(gzip(zeros), 100'000),
            "f: decompresses to more than 100000 bytes; split the file");
  EXPECT_EQ(error_of_bytes(zstd(zeros), 100'000),
            "f: decompresses to more than 100000 bytes; split the file");
}

TEST(SourceText, WhatHasNoEndIsReadUpToTheLimit) {
  try {
    read_bytes("/dev/zero");
    FAIL() << "read it";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/dev/zero: is longer than 1073741824 bytes; split it");
  }
}

TEST(SourceText, ByteOrderMarksAreRemovedOrRefused) {
  EXPECT_EQ(source_text("f",
                        "\xef\xbb\xbf"
                        "a")
                .text,
            "a");
  EXPECT_EQ(error_of_bytes(std::string("\xff\xfe"
                                       "a\0",
                                       4)),
            "f: text is UTF-16; save it as UTF-8");
}

TEST(SourceText, EmptyFilesAreErrors) {
  const std::string expected =
      "f: the file is empty; fetch it again; a history without records is still JSON";
  EXPECT_EQ(error_of_bytes(""), expected);
  EXPECT_EQ(error_of_bytes(" \r\n"), expected);
}

TEST(SourceText, MissingFilesAndFoldersAreNamed) {
  try {
    read_bytes("/nonexistent/x.json");
    FAIL() << "read it";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "/nonexistent/x.json: cannot be opened; check the name and the permissions");
  }
  EXPECT_THROW(read_bytes("/tmp"), InputError);
}

// FIPS 180-2, appendix B.1
TEST(Sha256, MatchesThePublishedExample) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace spotgrid::traces
