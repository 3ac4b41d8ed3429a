// JSON of `aws ec2 describe-spot-price-history`: pages one after another, lists of pages, or a bare
// list of records.
// SPDX-License-Identifier: Apache-2.0
#include "traces/aws_records.hpp"

namespace spotgrid::traces::formats {
namespace {

class AwsCli final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit AwsCli(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::string_view head = json_head(source);
    const bool list = head.starts_with('[') && head.find("\"SpotPrice\"") != std::string_view::npos;
    return list || (!head.empty() && head.find("\"SpotPriceHistory\"") != std::string_view::npos);
  }
  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    return read_aws_json("aws_cli", sources, options);
  }
  bool order_free() const override { return true; }
};

}  // namespace

Entry<TraceFormat> aws_cli() {
  return entry<TraceFormat, AwsCli>(
      "spot prices as printed by aws ec2 describe-spot-price-history --output json",
      "Amazon EC2 API, DescribeSpotPriceHistory");
}

}  // namespace spotgrid::traces::formats
