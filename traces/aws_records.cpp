// Reads records of AWS spot prices.
// SPDX-License-Identifier: Apache-2.0
#include "traces/aws_records.hpp"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace spotgrid::traces {
namespace {

// As the service writes the key, and as archives made from it do.
struct KeyName {
  std::string_view service, archive;
  std::string AwsRecord::*member;
  int rank;  // of two keys for one member the higher counts
};
constexpr auto key_names = std::to_array<KeyName>({
    {"AvailabilityZone", "availability_zone", &AwsRecord::zone, 3},
    {"AvailabilityZoneId", "availability_zone_id", &AwsRecord::zone, 2},
    {"Region", "region", &AwsRecord::zone, 1},
    {"InstanceType", "instance_type", &AwsRecord::instance, 1},
    {"ProductDescription", "product_description", &AwsRecord::product, 1},
    {"SpotPrice", "spot_price", &AwsRecord::price, 1},
    {"Timestamp", "timestamp", &AwsRecord::time, 1},
});

const KeyName* key_name(std::string_view key) {
  for (const KeyName& one : key_names) {
    if (key == one.service || key == one.archive)
      return &one;
  }
  return nullptr;
}

// Finds the records in pages, lists and lines.
class HistoryVisitor final : public JsonVisitor {
 public:
  HistoryVisitor(const SourceText& source, AwsRecords& records)
      : source_(source), records_(records) {}

  void begin_part(std::size_t line) { line_ = line; }
  std::size_t pages() const { return pages_; }
  std::size_t tokens() const { return tokens_; }

  void begin(bool list) override {
    const bool top = frames_.empty();
    Frame frame{list, false, 0};
    if (list) {
      // a bare list of records, or the history of a page
      frame.records = top || (!frames_.back().list && key_ == "SpotPriceHistory");
      if (!top && frame.records) {
        frames_.back().records = false;
        ++pages_;
      }
    } else {
      frame.records = top || (frames_.back().list && frames_.back().records);
      if (frame.records) {
        record_ = {};
        zone_rank_ = 0;
      }
    }
    frames_.push_back(frame);
    key_.clear();
  }

  void end() override {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (!frame.list && frame.records)
      records_.add(record_, place());
    if (!frames_.empty())
      ++frames_.back().index;
  }

  void key(std::string_view name) override { key_ = name; }

  void scalar(const JsonScalar& value) override {
    if (frames_.back().list || value.kind == JsonScalar::Kind::null)
      return;
    if (key_ == "NextToken")
      tokens_ += value.text.empty() ? 0 : 1;
    const KeyName* name = frames_.back().records ? key_name(key_) : nullptr;
    if (name == nullptr || (name->member == &AwsRecord::zone && name->rank < zone_rank_))
      return;
    record_.*(name->member) = value.text;
    if (name->member == &AwsRecord::zone)
      zone_rank_ = name->rank;
  }

 private:
  struct Frame {
    bool list;
    bool records;       // a list of records; an object that is one
    std::size_t index;  // of the next element
  };

  Place place() const {
    if (frames_.empty())
      return {source_.path, line_};
    return {source_.path, frames_.back().index,
            frames_.size() == 1 ? std::string_view("/") : std::string_view("/SpotPriceHistory")};
  }

  const SourceText& source_;
  AwsRecords& records_;
  std::size_t line_ = 1;
  std::vector<Frame> frames_;
  std::string key_;
  AwsRecord record_;
  int zone_rank_ = 0;
  std::size_t pages_ = 0;
  std::size_t tokens_ = 0;
};

void require_field(const std::string& value, std::string_view name, const Place& place) {
  if (value.empty())
    refuse(place, fmt::format("record without {}", name), "");
}

}  // namespace

AwsRecords::AwsRecords(TraceBuilder& trace)
    : trace_(trace), prices_(trace), times_(trace.options(), TimeUnit::s, trace) {}

void AwsRecords::add(const AwsRecord& record, const Place& place) {
  ++records_;
  trace_.count_records(1);
  require_field(record.price, "SpotPrice", place);
  require_field(record.time, "Timestamp", place);
  const TraceTime at = times_.read(record.time, place);
  const Price price = read_price(record.price, place);
  if (!record.product.empty() && !prices_.wants_product(record.product))
    return;
  require_field(record.instance.empty() ? trace_.options().instance.value_or("") : record.instance,
                "InstanceType", place);
  if (!prices_.wants_pool({record.zone, record.instance}))
    return;
  prices_.add(named_pool(record.zone, record.instance, trace_.options()),
              {at, price, std::nullopt});
}

void AwsRecords::add_json(const SourceText& source) {
  const std::size_t before = records_;
  HistoryVisitor visitor(source, *this);
  for (const JsonPart& part : json_parts(source)) {
    visitor.begin_part(part.line);
    visit_json(part, source.path, visitor);
  }
  warn_if_truncated(source.path, visitor.pages(), visitor.tokens(), records_ - before, trace_);
}

Trace read_aws_json(std::string_view format, std::span<const SourceText> sources,
                    const ReadingOptions& options) {
  TraceBuilder trace(format, sources.front().path, options);
  AwsRecords records(trace);
  for (const SourceText& source : sources)
    records.add_json(source);
  records.settle(sources.front().path);
  return trace.finish();
}

void warn_if_truncated(const std::string& path, std::size_t pages, std::size_t tokens,
                       std::size_t records, TraceBuilder& trace) {
  constexpr std::size_t page_limit = 1000;
  if (records == 0)
    trace.warn(fmt::format("{}: the history has no records", path));
  if (tokens > 0 && tokens >= pages) {
    trace.warn(fmt::format("{}: truncated: NextToken is set, so further pages exist", path));
  } else if (pages <= 1 && records == page_limit) {
    trace.warn(fmt::format("{}: truncated? exactly {} records, as many as a page can have", path,
                           page_limit));
  }
}

}  // namespace spotgrid::traces
