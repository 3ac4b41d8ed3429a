// Every text of a problem, refusal or warning stands word for word in some test.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <regex>

#include <gtest/gtest.h>

#include "tests/support/source_tree.hpp"

namespace spotgrid {
namespace {

// A string literal of a source, with those that follow it directly.
struct Literal {
  std::size_t begin, end;
  std::string value;
};

// Reads what begins at `at`: a comment, a character, a string, or one other character. Appends the
// value of a string.
std::size_t behind_token(const std::string& text, std::size_t at, std::string* value) {
  const auto behind = [&](std::string_view what, std::size_t from) {
    const std::size_t found = text.find(what, from);
    return found == std::string::npos ? text.size() : found + what.size();
  };
  if (text.compare(at, 2, "//") == 0)
    return behind("\n", at);
  if (text.compare(at, 2, "R\"") == 0) {
    const std::size_t open = text.find('(', at);
    const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
    const std::size_t end = behind(close, open);
    *value += text.substr(open + 1, end - close.size() - open - 1);
    return end;
  }
  const bool digits = text[at] == '\'' && at > 0 && std::isalnum(text[at - 1]) != 0;  // 10'000
  if (digits || (text[at] != '"' && text[at] != '\''))
    return at + 1;
  std::size_t i = at + 1;
  for (; i < text.size() && text[i] != text[at]; ++i) {
    if (text[i] == '\\')
      ++i;
    if (text[at] == '"')
      *value += text[i - 1] == '\\' && text[i] == 'n' ? '\n' : text[i];
  }
  return i + 1;
}

std::vector<Literal> literals_of(const std::string& text) {
  std::vector<Literal> all;
  for (std::size_t at = 0; at < text.size();) {
    std::string value;
    const bool string = text[at] == '"' || text.compare(at, 2, "R\"") == 0;
    const std::size_t end = behind_token(text, at, &value);
    const auto blank = [&](std::size_t from) { return text.find_first_not_of(" \n", from) == at; };
    if (string && !all.empty() && blank(all.back().end)) {
      all.back().value += value;
      all.back().end = end;
    } else if (string) {
      all.push_back({at, end, value});
    }
    at = end;
  }
  return all;
}

std::string joined(const SourceFile& file) {
  std::string text;
  for (const std::string& line : file.lines)
    text += line + "\n";
  return text;
}

// Where the bracket before `at` closes.
std::size_t closing(const std::string& text, std::size_t at) {
  std::string none;
  for (int open = 1; at < text.size();) {
    open += (text[at] == '(' || text[at] == '{')   ? 1
            : (text[at] == ')' || text[at] == '}') ? -1
                                                   : 0;
    if (open == 0)
      return at;
    at = behind_token(text, at, &none);
  }
  return at;
}

// The longest part of a format string between two replacement fields; empty if it is too short to
// be told from others.
std::string fragment(const std::string& format) {
  static const std::regex field(R"(\{[^{}]*\})");
  std::string longest;
  for (std::sregex_token_iterator part(format.begin(), format.end(), field, -1), end; part != end;
       ++part) {
    if (part->length() > static_cast<std::ptrdiff_t>(longest.size()))
      longest = part->str();
  }
  return longest.size() < 9 || longest.find(' ') == std::string::npos ? "" : longest;
}

struct Text {
  std::size_t line;
  std::string fragment;
};

std::vector<Text> texts_of_problems(const std::string& text) {
  static const std::regex call(
      R"(\b(problem|refuse|wrong_usage|warn|problems\.add|state_->add|InputError|Problem)\s*[({])");
  const std::vector<Literal> literals = literals_of(text);
  std::vector<Text> found;
  for (std::sregex_iterator one(text.begin(), text.end(), call), end; one != end; ++one) {
    const auto from = static_cast<std::size_t>(one->position() + one->length());
    const std::size_t to = closing(text, from);
    const auto line = static_cast<std::size_t>(
        1 + std::count(text.begin(), text.begin() + one->position(), '\n'));
    for (const Literal& literal : literals) {
      if (literal.begin >= from && literal.end <= to && !fragment(literal.value).empty())
        found.push_back({line, fragment(literal.value)});
    }
  }
  return found;
}

std::string all_that_tests_say() {
  std::string all;
  for (const SourceFile& file : cpp_files()) {
    if (!file.path.starts_with("tests/"))
      continue;
    for (const Literal& literal : literals_of(joined(file)))
      all += literal.value + "\n";
  }
  return all;
}

TEST(MessageTexts, LiteralsAreReadAsTheCompilerDoes) {
  const std::vector<Literal> all =
      literals_of("f(10'000, 'x', '\"', \"a \\\"b\\\"\"  // \"c\"\n \"d\" R\"(e\")\" \"f\\n\")");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].value, "a \"b\"");
  EXPECT_EQ(all[1].value, "de\"f\n");
  const std::vector<Text> texts =
      texts_of_problems("refuse(x, fmt::format(\"no {} in the file {}\", a, b), \"\");");
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].fragment, " in the file ");
}

TEST(MessageTexts, EachStandsInATest) {
  const std::string said = all_that_tests_say();
  const auto rule = [&](const SourceFile& file) {
    std::vector<std::string> all;
    if (file.path.starts_with("tests/"))
      return all;
    for (const Text& text : texts_of_problems(joined(file))) {
      if (said.find(text.fragment) == std::string::npos)
        all.push_back(at_line(file, text.line, "no test says: " + text.fragment));
    }
    return all;
  };
  EXPECT_EQ(broken(cpp_files(), rule), "");
}

}  // namespace
}  // namespace spotgrid
