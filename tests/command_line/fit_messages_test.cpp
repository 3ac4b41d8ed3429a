// What spotgrid fit says about rows, files and flags that do not do.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

const std::string header = "cluster,quantity,value,iterations,worker,sd\n";

// With the name of the file cut off the lines.
std::string said(const std::string& text, std::vector<std::string> flags, int code) {
  const ScratchFolder folder;
  const std::string file = folder.file("own.csv", text);
  flags.insert(flags.begin(), {"fit", file});
  ProgramRun run = spotgrid_run(flags);
  EXPECT_EQ(run.code, code) << run.err;
  EXPECT_EQ(run.out, "");
  for (auto at = run.err.find(file); at != std::string::npos; at = run.err.find(file))
    run.err.erase(at, file.size() + 1);
  return run.err;
}

TEST(FitMessages, EveryWrongRowIsNamedWithItsLine) {
  EXPECT_EQ(
      said(header + "p3.2xlarg,seconds_per_iteration,0.5,,,\n"
                    "quantum,samples_per_second,0.5,,,\n"
                    "p3.2xlarge,second_per_iteration,0.5,,,\n"
                    "p3.2xlarge,bandwidth,0.5,,,\n"
                    "p3.2xlarge g3.8xlarge,seconds_per_iteration,0.5,,,\n"
                    "p3.2xlarge g3.8xlarge,seconds_per_iteration,0.5,,g3.4xlarge,\n"
                    "p3.2xlarge=0,samples_per_second,7,,,\n"
                    ",samples_per_second,7,,,\n"
                    "p3.2xlarge,samples_per_second,-7,,,\n"
                    "p3.2xlarge,samples_per_second,1e308,,,\n"
                    "p3.2xlarge=2,loss,2.4,9,,0\n"
                    "p3.2xlarge=2,loss,2.4,,,\n"
                    "p3.2xlarge=2,samples_per_second,3000,5,,\n"
                    "p3.2xlarge=2,samples_per_second,3000,,p3.2xlarge,\n",
           {"--workload", "resnet-110"}, 3),
      "2: no such instance type, found \"p3.2xlarg\"; did you mean \"p3.2xlarge\"?\n"
      "3: no such instance type, found \"quantum\"; see \"spotgrid list instances\"\n"
      "4: no such quantity, found \"second_per_iteration\"; did you mean "
      "\"seconds_per_iteration\"?\n"
      "5: no such quantity, found \"bandwidth\"; quantities are seconds_per_iteration, "
      "samples_per_second, loss\n"
      "6: whose iteration took so long is not said; \"worker\" is one of p3.2xlarge, "
      "g3.8xlarge\n"
      "7: no worker of this cluster, found \"g3.4xlarge\"; \"worker\" is one of p3.2xlarge, "
      "g3.8xlarge\n"
      "8: a number of workers is whole and above 0, found \"p3.2xlarge=0\"; write it like "
      "p3.2xlarge=2\n"
      "9: no cluster; write it like p3.2xlarge=2 g3.8xlarge=4\n"
      "10: \"value\" is a number above 0, found \"-7\"; correct the cell or remove the row; "
      "1e-12 to 1e+15 are read\n"
      "11: \"value\" is a number above 0, found \"1e308\"; correct the cell or remove the row; "
      "1e-12 to 1e+15 are read\n"
      "12: \"sd\" is a number above 0, found \"0\"; correct the cell or remove the row; 1e-12 "
      "to 1e+15 are read\n"
      "13: a loss stands after a number of iterations, found \"\"; fill in \"iterations\": "
      "those of all workers together\n"
      "14: \"iterations\" belongs to losses, found \"5\"; leave the cell empty\n"
      "15: \"worker\" belongs to seconds_per_iteration, found \"p3.2xlarge\"; leave the cell "
      "empty\n");
}

TEST(FitMessages, WrongHeadersAreNamed) {
  const std::vector<std::string> flags = {"--workload", "resnet-110"};
  EXPECT_EQ(said("# nothing else\n", flags, 3),
            "1: no header; begin with a line \"cluster,quantity,value,iterations,worker,sd\"\n");
  EXPECT_EQ(said(header, flags, 3),
            "1: no measurements behind the header; add rows; see \"spotgrid fit --help\"\n");
  EXPECT_EQ(said("cluster,quantity,values,xyz,cluster\n", flags, 3),
            "1: unknown column, found \"values\"; did you mean \"value\"?\n"
            "1: unknown column, found \"xyz\"; columns are cluster, quantity, value, iterations, "
            "worker, sd\n"
            "1: column \"cluster\" twice; remove one\n"
            "1: no column \"value\"; the header names it\n");
}

TEST(FitMessages, WhatNeitherFileNorFlagsSayIsAskedFor) {
  const std::string lone = header + "p3.2xlarge,seconds_per_iteration,1,,,\n";
  EXPECT_EQ(said(lone, {}, 2),
            "fit: S_parm is not known; give --workload NAME or --parameters '574 MB'\n");
  EXPECT_EQ(said(lone, {"--parameters", "1 MB"}, 2),
            "fit: B_req is not known; give --per-flow '620 MB/s'\n");
  EXPECT_EQ(
      said(lone, {"--parameters", "1 MB", "--per-flow", "9 MB/s"}, 2),
      "fit: the batch of p3.2xlarge is not known; give --batch p3.2xlarge=SAMPLES of one GPU, "
      "or --workload NAME\n");
  EXPECT_EQ(said(header + "p3.2xlarge,loss,1,9,,\n",
                 {"--parameters", "1 MB", "--per-flow", "9 MB/s", "--batch", "p3.2xlarge=8"}, 3),
            "2: the iteration time of p3.2xlarge is not known, found a loss with it; add a row of "
            "its seconds_per_iteration, or give --workload NAME\n");
}

TEST(FitMessages, WrongFlagsAreNamed) {
  const std::string lone = header + "p3.2xlarge,seconds_per_iteration,1,,,\n";
  EXPECT_EQ(said(lone, {"--workload", "resnet-11"}, 2),
            "fit: no such workload, found \"resnet-11\"; did you mean \"resnet-110\"?\n");
  EXPECT_EQ(said(lone, {"--workload", "resnet-110", "--batch", "p3.2xlarge"}, 2),
            "fit: --batch is TYPE=SAMPLES of one GPU, found \"p3.2xlarge\"; write it like --batch "
            "p3.2xlarge=1024\n");
  EXPECT_EQ(said(lone, {"--workload", "resnet-110", "--batch", "p3.2xlarg=4"}, 2),
            "fit: no such instance type, found \"p3.2xlarg\"; did you mean \"p3.2xlarge\"?\n");
  EXPECT_EQ(said(lone, {"--workload", "resnet-110", "--format", "csv"}, 2),
            "fit: --format is one of table, json, found \"csv\"\n");
}

}  // namespace
}  // namespace spotgrid
