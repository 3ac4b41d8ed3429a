// Records of `aws ec2 describe-spot-price-history`, however they were written down.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "traces/json_reader.hpp"
#include "traces/price_records.hpp"
#include "traces/time_column.hpp"

namespace spotgrid::traces {

struct AwsRecord {
  std::string zone;  // name; else the account-independent id; else the region
  std::string instance;
  std::string product;
  std::string price;
  std::string time;
};

class AwsRecords {
 public:
  explicit AwsRecords(TraceBuilder& trace);

  void add(const AwsRecord& record, const Place& place);
  // All JSON of one file: pages, lists of pages or records, or records alone.
  void add_json(const SourceText& source);
  void settle(const std::string& path) { prices_.settle(path); }
  std::size_t records() const { return records_; }

 private:
  TraceBuilder& trace_;
  PriceRecords prices_;
  TimeColumn times_;
  std::size_t records_ = 0;
};

// A trace from files of JSON, as add_json() takes them.
Trace read_aws_json(std::string_view format, std::span<const SourceText> sources,
                    const ReadingOptions& options);

// `tokens` of the `pages` of a file say that there is more; a page without any is suspicious when
// it has exactly as many records as a page may have.
void warn_if_truncated(const std::string& path, std::size_t pages, std::size_t tokens,
                       std::size_t records, TraceBuilder& trace);

}  // namespace spotgrid::traces
