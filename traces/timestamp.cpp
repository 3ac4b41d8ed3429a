// Reads and writes calendar instants.
// SPDX-License-Identifier: Apache-2.0
#include "traces/timestamp.hpp"

#include <chrono>

#include <date/date.h>
#include <fmt/format.h>

namespace spotgrid::traces {
namespace {

using std::chrono::microseconds;

// A cursor over the text; each step takes what it names or fails.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool take(char c) {
    if (text_.empty() || text_.front() != c)
      return false;
    text_.remove_prefix(1);
    return true;
  }
  bool at_digit() const { return !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; }
  int digit() {
    const int value = text_.front() - '0';
    text_.remove_prefix(1);
    return value;
  }
  // A number of `least` to `most` digits.
  std::optional<int> number(int least, int most) {
    int value = 0;
    int count = 0;
    for (; count < most && at_digit(); ++count)
      value = value * 10 + digit();
    return count < least ? std::nullopt : std::optional<int>(value);
  }

 private:
  std::string_view text_;
};

std::optional<date::sys_days> day(int year, int month, int day_of_month) {
  if (year < first_readable_year || year > last_readable_year)
    return std::nullopt;
  const date::year_month_day found{date::year(year), date::month(static_cast<unsigned>(month)),
                                   date::day(static_cast<unsigned>(day_of_month))};
  return found.ok() ? std::optional<date::sys_days>(found) : std::nullopt;
}

// "2023-03-01" or "3/1/2023".
std::optional<date::sys_days> take_date(Cursor& cursor) {
  const std::optional<int> first = cursor.number(1, 4);
  if (!first)
    return std::nullopt;
  const bool american = cursor.take('/');
  if (!american && (*first < 1000 || !cursor.take('-')))
    return std::nullopt;
  const std::optional<int> second = american ? cursor.number(1, 2) : cursor.number(2, 2);
  if (!second || !cursor.take(american ? '/' : '-'))
    return std::nullopt;
  const std::optional<int> third = american ? cursor.number(4, 4) : cursor.number(2, 2);
  if (!third)
    return std::nullopt;
  return american ? day(*third, *first, *second) : day(*first, *second, *third);
}

// The digits behind the point, rounded to the nearest microsecond.
std::optional<microseconds> take_fraction(Cursor& cursor) {
  if (!cursor.at_digit())
    return std::nullopt;
  std::int64_t value = 0;
  int digits = 0;
  bool round_up = false;
  for (; cursor.at_digit(); ++digits) {
    const int digit = cursor.digit();
    if (digits < 6) {
      value = value * 10 + digit;
    } else if (digits == 6) {
      round_up = digit >= 5;
    }
  }
  for (; digits < 6; ++digits)
    value *= 10;
  return microseconds(value + (round_up ? 1 : 0));
}

std::optional<microseconds> take_time(Cursor& cursor) {
  const std::optional<int> hour = cursor.number(1, 2);
  if (!hour || *hour > 23 || !cursor.take(':'))
    return std::nullopt;
  const std::optional<int> minute = cursor.number(2, 2);
  if (!minute || *minute > 59)
    return std::nullopt;
  microseconds time = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  if (!cursor.take(':'))
    return time;
  const std::optional<int> second = cursor.number(2, 2);
  if (!second || *second > 59)
    return std::nullopt;
  time += std::chrono::seconds(*second);
  if (!cursor.take('.'))
    return time;
  const std::optional<microseconds> fraction = take_fraction(cursor);
  return fraction ? std::optional<microseconds>(time + *fraction) : std::nullopt;
}

// "+02:00", "+0200" or "+02"; the sign has been taken.
std::optional<microseconds> take_offset(Cursor& cursor, bool negative) {
  const std::optional<int> hour = cursor.number(2, 2);
  if (!hour || *hour > 14)
    return std::nullopt;
  int minutes = *hour * 60;
  if (cursor.take(':') || !cursor.done()) {
    const std::optional<int> minute = cursor.number(2, 2);
    if (!minute || *minute > 59)
      return std::nullopt;
    minutes += *minute;
  }
  return std::chrono::minutes(negative ? -minutes : minutes);
}

}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  Cursor cursor(text);
  const std::optional<date::sys_days> date = take_date(cursor);
  if (!date)
    return std::nullopt;
  microseconds at = date->time_since_epoch();
  if (cursor.done())
    return Timestamp{at.count(), false};
  if (!cursor.take('T') && !cursor.take(' '))
    return std::nullopt;
  const std::optional<microseconds> time = take_time(cursor);
  if (!time)
    return std::nullopt;
  at += *time;
  if (cursor.done())
    return Timestamp{at.count(), false};
  cursor.take(' ');
  if (!cursor.take('Z')) {
    const bool negative = cursor.take('-');
    if (!negative && !cursor.take('+'))
      return std::nullopt;
    const std::optional<microseconds> offset = take_offset(cursor, negative);
    if (!offset)
      return std::nullopt;
    at -= *offset;
  }
  if (!cursor.done())
    return std::nullopt;
  return Timestamp{at.count(), true};
}

std::string timestamp_text(TraceTime at) {
  const date::sys_time<microseconds> instant{microseconds(at)};
  const date::sys_days midnight = date::floor<date::days>(instant);
  const date::year_month_day day{midnight};
  const date::hh_mm_ss<microseconds> time{instant - midnight};
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(day.year()),
                  static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                  time.hours().count(), time.minutes().count(), time.seconds().count());
  if (time.subseconds().count() != 0)
    text += fmt::format(".{:06}", time.subseconds().count());
  return text + "Z";
}

}  // namespace spotgrid::traces
