package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.dharch.core.LoadSimulation.Kind;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.ConcurrencyLimitSetting.Algorithm;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.Selection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selection policies and windows under minutes of load; see {@link LoadSimulation}. */
@Tag("long")
class LoadSimulationTest {
  private static final Kind LIGHT = new Kind("light", "c", Duration.ofMillis(5));
  private static final Kind HEAVY = new Kind("heavy", "c", Duration.ofMillis(40));
  private static final List<Kind> MIX = List.of(LIGHT, LIGHT, LIGHT, HEAVY);
  private static final Duration MINUTES = Duration.ofMinutes(3);
  private static final FlowControl NONE =
      FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(1_000_000));
  private static final FlowControl FCFS =
      FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(8));
  private static final FlowControl LIMIT_OF_3 =
      FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(3));

  private static LoadSimulation load(String name, FlowControl flow, int clients) {
    long began = System.nanoTime();
    LoadSimulation load =
        new LoadSimulation(flow)
            .closed(MIX, clients)
            .run(Duration.ofMinutes(1))
            .measure()
            .run(MINUTES);
    System.out.printf(
        Locale.ROOT,
        "load: %-22s %3d clients: %5.1f answers/s, mean %6.0f ms, light %6.0f, heavy %6.0f,"
            + " window %d, %d refused (%d s in %d ms)%n",
        name,
        clients,
        load.answered() / (double) MINUTES.toSeconds(),
        load.meanMillis(),
        load.meanMillis(LIGHT),
        load.meanMillis(HEAVY),
        load.concurrencyLimit(),
        load.refused(),
        MINUTES.toSeconds() + 60,
        (System.nanoTime() - began) / 1_000_000);
    return load;
  }

  @Test
  void withAWindowThroughputStaysAtItsPeakAndWithoutItFalls() {
    int peak = load("no control", NONE, 16).answered();
    int none = load("no control", NONE, 150).answered();
    int fixed = load("window of 8", FCFS, 150).answered();
    assertTrue(none < 0.6 * peak, none + " of " + peak);
    assertTrue(fixed > 0.98 * peak, fixed + " of " + peak);
  }

  @Test
  void anAdaptiveWindowFindsWhatTheServiceCarries() {
    int peak = load("window of 8", FCFS, 150).answered();
    ConcurrencyLimitSetting vegas = ConcurrencyLimitSetting.adaptive(Algorithm.VEGAS, 50, 2, 200);
    ConcurrencyLimitSetting aimd =
        ConcurrencyLimitSetting.adaptive(Algorithm.AIMD, 50, 2, 200)
            .congestion(Duration.ofMillis(100));
    for (ConcurrencyLimitSetting setting : List.of(vegas, aimd)) {
      LoadSimulation load =
          load(setting.algorithm().toString(), FlowControl.DEFAULT.concurrencyLimit(setting), 150);
      assertTrue(load.answered() > 0.95 * peak, load.answered() + " of " + peak);
      assertTrue(load.concurrencyLimit() < 40, setting + ": " + load.concurrencyLimit());
    }
  }

  /**
   * In a closed loop without pauses no order makes the mean shorter: it is the number of clients by
   * the throughput (Little's law). So here requests come at random times, nine tenths of what the
   * service carries.
   */
  @Tag("full")
  @Test
  void theShortestJobFirstShortensTheMeanAndItsAgeingBoundsWhatTheHeavyPay() {
    LoadSimulation fcfs = open("first come", LIMIT_OF_3);
    LoadSimulation pure = open("shortest, ageing 1m", shortest(Duration.ofMinutes(1)));
    LoadSimulation aged = open("shortest, ageing 100ms", shortest(Duration.ofMillis(100)));
    assertTrue(pure.meanMillis() < 0.8 * fcfs.meanMillis());
    assertTrue(aged.meanMillis() < 0.95 * fcfs.meanMillis());
    assertTrue(aged.meanMillis(HEAVY) < 1.1 * fcfs.meanMillis(HEAVY));
    assertTrue(pure.answered() > 0.98 * fcfs.answered());
  }

  private static LoadSimulation open(String name, FlowControl flow) {
    double perSecond = 0.95 * 2000 / (0.75 * 5 + 0.25 * 40);
    LoadSimulation load =
        new LoadSimulation(flow)
            .open(LIGHT, 0.75 * perSecond, Duration.ofMinutes(1))
            .open(HEAVY, 0.25 * perSecond, Duration.ofMinutes(1))
            .run(Duration.ofMinutes(1))
            .measure()
            .run(Duration.ofMinutes(10));
    System.out.printf(
        Locale.ROOT,
        "load: %-22s %.0f requests/s: mean %4.0f ms, light %4.0f, heavy %4.0f%n",
        name,
        perSecond,
        load.meanMillis(),
        load.meanMillis(LIGHT),
        load.meanMillis(HEAVY));
    return load;
  }

  private static FlowControl shortest(Duration ageing) {
    return LIMIT_OF_3.selection(new Selection.Shortest(ageing, new Selection.GroupBy.Nothing()));
  }

  /** What a request is for, and for whom; the client's name is its share. */
  private static final List<Kind> LISTS =
      List.of(
          new Kind("list of 1", "lists", Duration.ofMillis(5)),
          new Kind("list of 10", "lists", Duration.ofMillis(15)));

  private static final List<Kind> REPORTS =
      List.of(
          new Kind("of a day", "reports", Duration.ofMillis(20)),
          new Kind("of a month", "reports", Duration.ofMillis(100)));

  /** Who goes by size alone lets the reports pay; within each share nobody's mean rises. */
  @Tag("full")
  @Test
  void whereSizesAreComparedWithinSharesNoShareIsSlowerForTheOthers() {
    Duration ageing = Duration.ofSeconds(10);
    LoadSimulation fcfs = shares("first come", LIMIT_OF_3);
    LoadSimulation among = shares("shortest of all", shortest(ageing));
    LoadSimulation within =
        shares(
            "shortest within shares",
            LIMIT_OF_3.selection(new Selection.Shortest(ageing, new Selection.GroupBy.Client())));
    assertTrue(mean(among, REPORTS) > 1.2 * mean(fcfs, REPORTS));
    assertTrue(within.meanMillis() < 0.8 * fcfs.meanMillis());
    assertTrue(mean(within, REPORTS) < mean(fcfs, REPORTS));
    assertTrue(mean(within, LISTS) < 0.8 * mean(fcfs, LISTS));
  }

  private static LoadSimulation shares(String name, FlowControl flow) {
    LoadSimulation load = new LoadSimulation(flow);
    Stream.concat(LISTS.stream(), REPORTS.stream())
        .forEach(
            kind ->
                load.open(kind, kind.client().equals("lists") ? 55 : 6.5, Duration.ofMinutes(1)));
    load.run(Duration.ofMinutes(1)).measure().run(Duration.ofMinutes(10));
    System.out.printf(
        Locale.ROOT,
        "load: %-22s mean %4.0f ms, lists %4.0f, reports %4.0f%n",
        name,
        load.meanMillis(),
        mean(load, LISTS),
        mean(load, REPORTS));
    return load;
  }

  /** The two kinds of a share are asked for equally often. */
  private static double mean(LoadSimulation load, List<Kind> kinds) {
    return kinds.stream().mapToDouble(load::meanMillis).average().orElseThrow();
  }

  /** There are five shares: of two slots the flood has 0.4, of eight 1.6. */
  @ParameterizedTest
  @CsvSource({"2, 1.3", "3, 1.3", "8, 2.5"})
  @Tag("full")
  void aFloodByOneClientLeavesTheOthersTheirShare(int concurrencyLimit, double most) {
    FlowControl right =
        FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(concurrencyLimit));
    FlowControl fair =
        right.selection(
            new Selection.Fair(Duration.ofSeconds(30), new Selection.GroupBy.Client(), Map.of()));
    double alone = others(fair, false);
    double flooded = others(fair, true);
    double unfair = others(right, true);
    System.out.printf(
        Locale.ROOT,
        "load: window of %d: others' p99 %.0f ms, beside a flood %.0f ms, first come first served"
            + " %.0f ms%n",
        concurrencyLimit,
        alone,
        flooded,
        unfair);
    assertTrue(flooded <= most * alone, flooded + " and " + alone);
    assertTrue(unfair > 5 * alone, unfair + " and " + alone);
  }

  /** The p99 of four clients that come now and then, beside one that floods or not. */
  private static double others(FlowControl flow, boolean flood) {
    LoadSimulation load = new LoadSimulation(flow);
    Kind other = new Kind("usual", "a", Duration.ofMillis(20));
    Stream.of("a", "b", "c", "d")
        .map(name -> new Kind(other.operation(), name, other.work()))
        .forEach(kind -> load.open(kind, 12, Duration.ofSeconds(30)));
    if (flood) {
      load.open(new Kind("heavy", "flood", Duration.ofMillis(40)), 150, Duration.ofSeconds(30));
    }
    load.run(Duration.ofMinutes(1)).measure().run(MINUTES);
    return load.percentileMillis(other, 99);
  }

  @Test
  void whatIsTooMuchIsRefusedAndWhatIsTakenIsDoneInTime() {
    Duration deadline = Duration.ofSeconds(1);
    int capacity = 2 * 1000 / 20;
    Kind kind = new Kind("usual", "c", Duration.ofMillis(20));
    LoadSimulation near =
        new LoadSimulation(FCFS).open(kind, 0.9 * capacity, deadline).run(MINUTES);
    int peak = (int) (capacity * MINUTES.toSeconds());
    for (int times = 1; times <= 3; times++) {
      LoadSimulation load =
          new LoadSimulation(FCFS.waitingLimit(Duration.ofMillis(250)))
              .open(kind, times * capacity, deadline)
              .run(MINUTES);
      System.out.printf(
          Locale.ROOT,
          "load: %d x the capacity: %.1f answers/s, p99 %.0f ms (at 0.9 x %.0f ms), %d refused, %d"
              + " late%n",
          times,
          load.answered() / (double) MINUTES.toSeconds(),
          load.percentileMillis(kind, 99),
          near.percentileMillis(kind, 99),
          load.refused(),
          load.refusedLate());
      assertTrue(load.refusedLate() <= 0.1 * load.answered(), "waited in vain");
      assertTrue(load.answered() > 0.95 * peak, load.answered() + " of " + peak);
      assertTrue(load.percentileMillis(kind, 99) < 1_000);
    }
  }

  @Test
  void aRunFollowsFromItsSeed() {
    assertEquals(
        load("first come", FCFS, 30).meanMillis(), load("first come", FCFS, 30).meanMillis());
  }
}
