// Layout of figures in gnuplot's words. Shapes tell series apart, not colours.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison_figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spotgrid::analysis {
namespace {

using Words = std::vector<std::string>;

constexpr int panel_width = 380, height = 620;  // px
constexpr double key_top = 0.09;                // of the picture
constexpr double dodge = 0.13;                  // between series at one category
constexpr std::size_t long_name = 15;           // letters of which two do not fit side by side

struct Shape {
  int hollow, filled;
  std::string_view grey;
};
Shape shape_of(std::size_t series) {
  static constexpr std::array<Shape, 6> all = {{{6, 7, "#000000"},
                                                {4, 5, "#606060"},
                                                {8, 9, "#303030"},
                                                {12, 13, "#707070"},
                                                {10, 11, "#000000"},
                                                {14, 15, "#505050"}}};
  return all[series % all.size()];
}

struct Mark {
  std::string_view point, name;  // a number, or the letter itself
};
Mark mark_of(std::size_t way) {
  static constexpr std::array<Mark, 4> all = {
      {{"3", "star"}, {"1", "plus"}, {"2", "cross"}, {"'#'", "#"}}};
  return all[way % all.size()];
}

bool drawable(const Simulated& one) {
  return one.words.empty() && one.drawn;
}

std::size_t place_in(Words& all, const std::string& word) {
  const auto found = std::find(all.begin(), all.end(), word);
  if (found != all.end())
    return static_cast<std::size_t>(found - all.begin());
  all.push_back(word);
  return all.size() - 1;
}

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text)
    all += c == '\n' ? "\\n" : c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return all + "\"";
}

// "loss 0.9, 1900 s" in two lines: labels of neighbours must not touch.
std::string in_lines(std::string text) {
  if (const auto comma = text.find(", "); comma != std::string::npos)
    text.replace(comma, 2, "\n");
  return text;
}

// One panel of a figure: its series and categories, and the blocks of data.
class Panel {
 public:
  Panel(const ComparedPanel& panel, std::size_t number, std::size_t panels)
      : panel_(panel),
        number_(number),
        centre_((static_cast<double>(number) + 0.59) / static_cast<double>(panels)) {
    for (const Compared& row : panel.rows) {
      place_in(series_, row.series);
      if (!row.x)
        place_in(categories_, row.label);
      for (const Simulated& one : row.simulated) {
        if (drawable(one))
          place_in(ways_, one.way);
        top_ = std::max(top_, one.words.empty() ? one.mean : 0);
        has_negative_ = has_negative_ || (drawable(one) && one.low < 0);
      }
      top_ = std::max({top_, row.published.number.value_or(0), row.predicted.number.value_or(0)});
      if (row.tolerance && row.tolerance->relative)
        band_ = std::max(band_, 100 * row.tolerance->value);
      if (row.residual() && std::isfinite(*row.residual()))
        most_ = std::max(most_, std::abs(*row.residual()));
    }
  }

  std::string data() {
    std::string all;
    for (std::size_t i = 0; i < series_.size(); ++i) {
      all += block(i) + " << EOD\n";
      for (const Compared& row : panel_.rows) {
        if (row.series == series_[i])
          all += line(row, i);
      }
      all += "EOD\n";
    }
    return all;
  }

  std::string values() const {
    std::string all = fmt::format(
        "set title {}\nset ylabel {}\nset xlabel\nset offsets graph 0, {}\n"
        "set key at screen {:.4f}, screen {:.4f} center top horizontal maxrows {} samplen 1{}\n",
        quoted(panel_.title), quoted(panel_.axis()),
        panel_.log_y ? "graph 0, graph 0, graph 0" : "0, 0.06, 0", centre_, key_top,
        (series_.size() + 1) / 2, has_long_names() ? " font \"sans,10\" width -4" : "");
    all += fmt::format("set format y \"{}\"\n", in_thousands() ? "%.0s%c" : "%h");
    all += fmt::format("{} logscale y\n", panel_.log_y ? "set" : "unset");
    all += panel_.log_y || has_negative_ ? "set yrange [*:*]\n" : "set yrange [0:*]\n";
    all += scale() + tics(false) + "plot ";
    for (std::size_t i = 0; i < series_.size(); ++i)
      all += bars(i);
    for (std::size_t i = 0; i < series_.size(); ++i)
      all += points(i);
    all.erase(all.size() - 2);
    return all + "\n";
  }

  std::string residuals() const {
    const double range = 1.25 * std::max({most_, band_, 0.001});
    std::string all = fmt::format(
        "unset title\nset ylabel \"residual (%)\"\nset xlabel {} offset 0,{}\nunset key\nunset "
        "logscale y\n"
        "unset offsets\nset yrange [-{:.4g}:{:.4g}]\nset ytics autofreq {:.3g}\n",
        quoted(panel_.x_label), categories_.empty() ? 0 : -0.8, range, range, tic(range));
    all += "set format y \"%h\"\n";
    all += scale() + tics(true);
    if (band_ > 0)
      all += fmt::format(
          "set object 1 rectangle from graph 0, first -{0:.6g} to graph 1, first {0:.6g} "
          "fc rgb '#e4e4e4' fs solid noborder behind\n",
          band_);
    all += "plot 0 with lines lc rgb '#000000' lw 0.7";
    for (std::size_t i = 0; i < series_.size(); ++i)
      all += fmt::format(", {} using 1:5 with points pt {} ps 0.6 lc rgb '{}'", block(i),
                         shape_of(i).filled, shape_of(i).grey);
    return all + "\nunset object 1\nset ytics autofreq\n";
  }

 private:
  bool has_long_names() const {
    return std::any_of(series_.begin(), series_.end(),
                       [](const std::string& name) { return name.size() > long_name; });
  }
  // "200k": six digits and the label of the axis do not fit into the margin.
  bool in_thousands() const { return !panel_.log_y && top_ >= 1e5 && top_ < 1e6; }
  bool has_spread(std::size_t series) const {
    return std::any_of(panel_.rows.begin(), panel_.rows.end(), [&](const Compared& row) {
      return row.spread && row.series == series_[series];
    });
  }
  static std::string coloured(std::size_t series) {
    return fmt::format("lc rgb '{}'", shape_of(series).grey);
  }

  // Before all points: gnuplot wipes out what is below the middle of a bar.
  std::string bars(std::size_t series) const {
    std::string all;
    if (has_spread(series))
      all += fmt::format("{} using 1:2:3 with yerrorbars pt 0 {} notitle, ", block(series),
                         coloured(series));
    for (std::size_t way = 0; way < ways_.size(); ++way)
      all += fmt::format("{} using {}:{}:{}:{} with yerrorbars pt 0 {} notitle, ", block(series),
                         beside(way), mean_at(way), mean_at(way) + 1, mean_at(way) + 2,
                         coloured(series));
    return all;
  }

  std::string points(std::size_t series) const {
    const Shape shape = shape_of(series);
    const std::string from = block(series), style = coloured(series);
    std::string all = fmt::format("{} using 1:2 with points pt {} ps 1.1 lw 1.3 {} title {}, ",
                                  from, shape.hollow, style, quoted(series_[series]));
    all += fmt::format("{} using 1:4 with points pt {} ps 0.5 {} notitle, ", from, shape.filled,
                       style);
    for (std::size_t way = 0; way < ways_.size(); ++way)
      all += fmt::format("{} using {}:{} with points pt {} ps 0.9 {} notitle, ", from, beside(way),
                         mean_at(way), mark_of(way).point, style);
    return all;
  }

  // Column of the data.
  static std::size_t mean_at(std::size_t way) { return 6 + 3 * way; }

  // Where a way stands: right of the published value where there is room, else upon it.
  std::string beside(std::size_t way) const {
    if (!categories_.empty() || !panel_.log_x)
      return "1";
    return fmt::format("($1*{:.4g})", std::exp2(0.075 * static_cast<double>(way + 1)));
  }
  std::string block(std::size_t series) const { return fmt::format("$p{}s{}", number_, series); }

  // x, what is compared with, its spread, predicted, residual, simulated mean and interval.
  std::string line(const Compared& row, std::size_t series) {
    const auto word = [](std::optional<double> value) {
      return value && std::isfinite(*value) ? fmt::format("{:.10g}", *value) : "NaN";
    };
    const double centre =
        static_cast<double>(series) - (static_cast<double>(series_.size()) - 1) / 2;
    const double x =
        row.x ? *row.x : static_cast<double>(place_in(categories_, row.label)) + dodge * centre;
    std::string all =
        fmt::format("{} {} {} {} {}", word(x), word(row.reference().number), word(row.spread),
                    word(row.predicted.number), word(row.residual()));
    for (const std::string& way : ways_) {
      const auto found =
          std::find_if(row.simulated.begin(), row.simulated.end(),
                       [&](const Simulated& one) { return drawable(one) && one.way == way; });
      all += found == row.simulated.end()
                 ? std::string(" NaN NaN NaN")
                 : fmt::format(" {} {} {}", word(found->mean), word(found->low), word(found->high));
    }
    return all + "\n";
  }

  // A round step with which the strip has four to six tics.
  static double tic(double range) {
    const double power = std::pow(10, std::floor(std::log10(range)));
    const double lead = range / power;
    return lead < 2 ? power : lead < 5 ? 2 * power : 4 * power;
  }

  // The same in both parts, so that they share their x axis.
  std::string scale() const {
    if (!categories_.empty())
      return fmt::format("unset logscale x\nset xrange [-0.6:{}]\n",
                         static_cast<double>(categories_.size()) - 0.4);
    double least = *panel_.rows.front().x, most = least;
    Words at;
    for (const Compared& row : panel_.rows) {
      least = std::min(least, *row.x);
      most = std::max(most, *row.x);
      place_in(at, fmt::format("{:.10g}", *row.x));
    }
    if (panel_.log_x)
      return fmt::format("set logscale x 2\nset xrange [{:.6g}:{:.6g}]\nset xtics ({})\n",
                         least / 1.3, most * 1.3, fmt::join(at, ", "));
    const double space = 0.05 * (most - least);
    return fmt::format("unset logscale x\nset xrange [{:.6g}:{:.6g}]\nset xtics autofreq\n",
                       least - space, most + space);
  }

  std::string tics(bool with_labels) const {
    std::string all = fmt::format("set format x {}\n", with_labels ? "\"%g\"" : "\"\"");
    if (categories_.empty())
      return all;
    Words marks;
    for (std::size_t i = 0; i < categories_.size(); ++i)
      marks.push_back(fmt::format("{} {}", quoted(with_labels ? in_lines(categories_[i]) : ""), i));
    return all + fmt::format("set xtics ({})\n", fmt::join(marks, ", "));
  }

  const ComparedPanel& panel_;
  std::size_t number_;
  double centre_;  // in shares of the picture
  Words series_, categories_;
  Words ways_;  // in which it was simulated
  double band_ = 0, most_ = 0, top_ = 0;
  bool has_negative_ = false;
};

bool of_numbers(const ComparedPanel& panel) {
  return panel.drawn && std::any_of(panel.rows.begin(), panel.rows.end(), [](const Compared& row) {
           return row.reference().number.has_value();
         });
}

// Of the panels that are drawn.
template <class Predicate>
bool any_row(const Comparison& comparison, Predicate holds) {
  return std::any_of(
      comparison.panels.begin(), comparison.panels.end(), [&](const ComparedPanel& panel) {
        return of_numbers(panel) && std::any_of(panel.rows.begin(), panel.rows.end(), holds);
      });
}

Words ways_of(const Comparison& comparison) {
  Words ways;
  for (const ComparedPanel& panel : comparison.panels) {
    for (const Compared& row : panel.rows) {
      for (const Simulated& one : row.simulated) {
        if (of_numbers(panel) && drawable(one))
          place_in(ways, one.way);
      }
    }
  }
  return ways;
}

// What the marks mean, as far as there are such marks.
std::string legend(const Comparison& comparison) {
  const bool published =
      any_row(comparison, [](const Compared& row) { return row.published.number.has_value(); });
  const bool formulas = any_row(comparison, [](const Compared& row) { return row.by_formula; });
  std::string all = !published ? ""
                    : formulas ? "hollow: published, else predicted"
                               : "hollow: published";
  if (any_row(comparison, [](const Compared& row) { return row.spread.has_value(); }))
    all += ", with its standard deviation";
  all += published ? "; filled: predicted" : "hollow, filled: predicted";
  if (any_row(comparison,
              [](const Compared& row) { return row.tolerance && row.tolerance->relative; }))
    all += "; band: tolerance";
  const Words ways = ways_of(comparison);
  for (std::size_t way = 0; way < ways.size(); ++way)
    all += fmt::format("{}{}: simulated{}{}", way == 0 ? "\n" : "; ", mark_of(way).name,
                       ways[way].empty() ? "" : " ", ways[way]);
  all += ways.empty() ? "" : ", with the interval";
  return all;
}

// Where a part of a panel lies, in shares of the picture.
std::string placed(std::size_t panel, std::size_t panels, double bottom, double top) {
  const double width = 1.0 / static_cast<double>(panels);
  const double left = static_cast<double>(panel) * width;
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set bmargin at screen {:.4f}\nset tmargin at screen {:.4f}\n",
      left + 0.22 * width, left + 0.96 * width, bottom, top);
}

}  // namespace

std::string figure_script(const Comparison& comparison, std::string_view output) {
  const auto drawn = static_cast<std::size_t>(
      std::count_if(comparison.panels.begin(), comparison.panels.end(), of_numbers));
  std::vector<Panel> panels;
  for (const ComparedPanel& panel : comparison.panels) {
    if (of_numbers(panel))
      panels.emplace_back(panel, panels.size(), drawn);
  }
  std::string all = fmt::format("# {}\n", comparison.title);
  all +=
      fmt::format("set terminal svg size {},{} noenhanced font \"sans,12\" background \"white\"\n",
                  panel_width * static_cast<int>(panels.size()), height);
  if (!output.empty())
    all += "set output " + quoted(output) + "\n";
  all +=
      "set encoding utf8\nset datafile missing \"NaN\"\nset border 31 lw 0.8\nset tics "
      "nomirror\nset grid y lc rgb '#d0d0d0'\n";
  for (Panel& panel : panels)
    all += panel.data();
  all +=
      fmt::format("set multiplot title {}\n", quoted(comparison.title + "\n" + legend(comparison)));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    all += placed(i, panels.size(), 0.42, 0.82) + panels[i].values();
    all += placed(i, panels.size(), 0.21, 0.38) + panels[i].residuals();
  }
  return all + "unset multiplot\n";
}

}  // namespace spotgrid::analysis
