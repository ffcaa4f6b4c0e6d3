package org.dharch.benchmarks.overhead;

import static org.dharch.benchmarks.overhead.RemoteStages.DIRECT;
import static org.dharch.benchmarks.overhead.RemoteStages.JMS;
import static org.dharch.benchmarks.overhead.RemoteStages.TCP;

import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.MeteredLoop.Round;

/** The checks of direct links in {@link Overhead}, against TCP and plain JMS. */
final class DirectChecks {
  private static final double OVER_TCP = 2;
  private static final double OF_JMS = 0.6;
  private static final double TIMES_JMS = 1.8;
  private static final double WORK_TIMES_JMS = 1.5;
  private static final double ALLOCATED = 2;

  private DirectChecks() {}

  /** Checks one handler that does nothing. */
  static void oneStage(
      SuiteReport report, MeteredLoop.Rounds measured, String name, int kilobytes, int inFlight) {
    if (kilobytes == 100) {
      report.atMost(
          name + ": bytes allocated by direct link / payload",
          Statistics.of(
                      measured.of(DIRECT).stream()
                          .map(round -> round.use().allocatedBytes())
                          .toList())
                  .median()
              / (kilobytes * 1024),
          ALLOCATED);
    }
    if (kilobytes != 10) {
      return;
    }
    if (inFlight == 1) {
      report.atMost(
          name + ": p50 of direct link / raw TCP",
          measured.ratio(DIRECT, TCP, Round::medianNanos),
          OVER_TCP);
      report.atMost(
          name + ": p50 of direct link / raw JMS",
          measured.ratio(DIRECT, JMS, Round::medianNanos),
          OF_JMS);
    } else if (inFlight == 64) {
      report.atMost(
          name + ": CPU of direct link / raw JMS",
          measured.ratio(DIRECT, JMS, Round::cpuMicros),
          OF_JMS);
      report.atLeast(
          name + ": throughput of direct link / raw JMS",
          measured.ratio(DIRECT, JMS, Round::perSecond),
          TIMES_JMS);
    }
  }

  /** Checks one handler that uses processor time. */
  static void work(SuiteReport report, MeteredLoop.Rounds measured, String name) {
    report.atLeast(
        name + ": throughput of direct link / raw JMS",
        measured.ratio(DIRECT, JMS, Round::perSecond),
        WORK_TIMES_JMS);
  }
}
