// Reads files and decompresses gzip and zstd by content.
// SPDX-License-Identifier: Apache-2.0
#include "traces/source_text.hpp"

#include <array>
#include <memory>

#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <fmt/format.h>
#include <zstd.h>

#include "sim/base/whole_file.hpp"

namespace spotgrid::traces {
namespace {

constexpr std::size_t chunk = 1 << 16;

void append(std::string& text, std::string_view more, const std::string& path, std::size_t most) {
  if (text.size() + more.size() > most)
    refuse(path, fmt::format("decompresses to more than {} bytes", most), "split the file");
  text += more;
}

[[noreturn]] void refuse_compressed(const std::string& path, std::string_view kind) {
  refuse(path, fmt::format("damaged or cut off {} data", kind), "fetch the file again");
}

std::string gunzip(const std::string& bytes, const std::string& path, std::size_t most) {
  boost::iostreams::filtering_istream in;
  in.push(boost::iostreams::gzip_decompressor());
  in.push(boost::iostreams::array_source(bytes.data(), bytes.size()));
  in.exceptions(std::ios::badbit);
  std::string text;
  std::array<char, chunk> buffer{};
  try {
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
      append(text, {buffer.data(), static_cast<std::size_t>(in.gcount())}, path, most);
  } catch (const std::ios_base::failure&) {
    refuse_compressed(path, "gzip");
  }
  return text;
}

// The zstd library itself: Boost's filter takes a file that was cut off for a whole one.
std::string unzstd(const std::string& bytes, const std::string& path, std::size_t most) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                             &ZSTD_freeDStream);
  std::string text;
  std::array<char, chunk> buffer{};
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t left = 1;  // 0 at the end of a frame
  bool full = false;     // the last call filled the buffer, so that more may wait inside
  while (in.pos < in.size || full) {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0)
      refuse_compressed(path, "zstd");
    append(text, {buffer.data(), out.pos}, path, most);
    full = out.pos == out.size && left != 0;
  }
  if (left != 0)
    refuse_compressed(path, "zstd");
  return text;
}

}  // namespace

void refuse(std::string place, std::string text, std::string remedy) {
  throw InputError(InputKind::data, {std::move(place), std::move(text), std::move(remedy)});
}

void refuse(const Place& place, std::string text, std::string remedy) {
  refuse(place.text(), std::move(text), std::move(remedy));
}

std::string Place::text() const {
  if (list.empty())
    return fmt::format("{}:{}", path, number);
  return fmt::format("{}: {}{}{}", path, list, list == "/" ? "" : "/", number);
}

std::string option_place(std::string_view path, std::string_view key) {
  return fmt::format("{}: {}", path, key);
}

std::string read_bytes(const std::string& path) {
  return whole_file(path, InputKind::data, most_decompressed_bytes);
}

SourceText source_text(std::string path, std::string bytes, std::size_t most) {
  const std::string_view head(bytes);
  if (head.starts_with("\x1f\x8b")) {
    bytes = gunzip(bytes, path, most);
  } else if (head.starts_with("\x28\xb5\x2f\xfd")) {
    bytes = unzstd(bytes, path, most);
  }
  const std::string_view text(bytes);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    refuse(path, "text is UTF-16", "save it as UTF-8");
  if (text.starts_with("\xef\xbb\xbf"))
    bytes.erase(0, 3);
  if (bytes.find_first_not_of(" \t\r\n") == std::string::npos)
    refuse(path, "the file is empty", "fetch it again; a history without records is still JSON");
  return {std::move(path), std::move(bytes)};
}

}  // namespace spotgrid::traces
