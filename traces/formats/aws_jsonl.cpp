// Records of AWS spot prices, one JSON object a line, as scripts around boto3 write them.
// SPDX-License-Identifier: Apache-2.0
#include "traces/aws_records.hpp"

namespace spotgrid::traces::formats {
namespace {

class AwsJsonl final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit AwsJsonl(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::string_view head = json_head(source);
    const bool named = head.find("\"SpotPrice\"") != std::string_view::npos ||
                       head.find("\"spot_price\"") != std::string_view::npos;
    return head.starts_with('{') && named &&
           head.find("\"SpotPriceHistory\"") == std::string_view::npos;
  }
  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    return read_aws_json("aws_jsonl", sources, options);
  }
  bool order_free() const override { return true; }
};

}  // namespace

Entry<TraceFormat> aws_jsonl() {
  return entry<TraceFormat, AwsJsonl>("AWS spot price records, one JSON object a line",
                                      "boto3, describe_spot_price_history");
}

}  // namespace spotgrid::traces::formats
