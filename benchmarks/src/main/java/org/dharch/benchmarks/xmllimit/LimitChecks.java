package org.dharch.benchmarks.xmllimit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;

/** What the suite promises: that it finds what seed 004 found, and that DHArch adds no XML. */
final class LimitChecks {
  private static final double ALIKE = 0.25;
  private static final double FLAT = 0.15;
  private static final double KEPT = 0.98;

  private final SuiteReport report;
  private final LimitPlan plan;
  private final LimitSweep sweep;

  LimitChecks(SuiteReport report, LimitPlan plan, LimitSweep sweep) {
    this.report = report;
    this.plan = plan;
    this.sweep = sweep;
  }

  /** Order, likeness and flatness of the four with one source, at each size. */
  void four(Source source, String figure) {
    List<LimitVariant> four = LimitVariant.four(source);
    for (int size : plan.sizes()) {
      String what = figure + ", " + size + " elements, from " + LimitPlan.FLAT_FROM + " clients on";
      for (int i = 0; i + 2 < four.size(); i++) {
        LimitVariant more = four.get(i);
        LimitVariant less = four.get(i + 1);
        report.atLeast(
            what + ": " + more.stack().title() + " / " + less.stack().title(),
            ratio(more, less, size),
            1);
      }
      LimitVariant service = four.get(3);
      LimitVariant xml = four.get(2);
      double alike = ratio(service, xml, size);
      report.check(
          what + ": " + service.stack().title() + " / " + xml.stack().title(),
          alike,
          "0.75 to 1.25",
          Math.abs(alike - 1) <= ALIKE);
      for (LimitVariant each : four) {
        report.atMost(
            what + ": " + each.stack().title() + ", farthest from its median",
            farthest(each, size),
            FLAT);
      }
    }
  }

  /** The median of the ratios of each round with each number of clients. */
  private double ratio(LimitVariant more, LimitVariant less, int size) {
    List<Double> ratios = new ArrayList<>();
    for (int clients : plan.flatClients()) {
      List<LoadSample> ones = sweep.stretches(more, size, clients);
      List<LoadSample> others = sweep.stretches(less, size, clients);
      for (int round = 0; round < ones.size(); round++) {
        ratios.add(ones.get(round).perSecond() / others.get(round).perSecond());
      }
    }
    return Statistics.median(ratios);
  }

  private double farthest(LimitVariant way, int size) {
    List<Double> rates = new ArrayList<>();
    for (int clients : plan.flatClients()) {
      rates.add(median(way, size, clients));
    }
    double middle = Statistics.median(rates);
    return rates.stream().mapToDouble(rate -> Math.abs(rate / middle - 1)).max().orElseThrow();
  }

  private double median(LimitVariant way, int size, int clients) {
    return sweep.perSecond(way, size, clients).median();
  }

  /**
   * What is small between two ways.
   *
   * @param parse microseconds of one parse
   */
  void compared(Map<VariantPair, List<LoadSample[]>> pairs, double parse) {
    pairs.forEach(
        (each, measured) -> {
          Map<String, Object> parameters = new LinkedHashMap<>();
          parameters.put("elements", LimitPlan.PAPER);
          parameters.put("clients", LimitPlan.COSTS);
          report.add(each.title(), parameters, XmlLimit.RATIO, "", XmlLimit.ratios(measured));
          report.add(each.title(), parameters, XmlLimit.MORE, "us", more(measured));
        });
    report.atLeast(
        VariantPair.NO_RULE.title(), XmlLimit.ratios(pairs.get(VariantPair.NO_RULE)).median(), KEPT);
    report.atMost(
        "processor time, the body changed instead of a header / one parse",
        more(pairs.get(VariantPair.BODY)) / parse,
        1);
  }

  /** How many more microseconds of server and node one answer takes. */
  private static double more(List<LoadSample[]> pairs) {
    List<LoadSample> ways = pairs.stream().map(pair -> pair[0]).toList();
    List<LoadSample> bases = pairs.stream().map(pair -> pair[1]).toList();
    return LoadSample.micros(ways, LoadSample::served) - LoadSample.micros(bases, LoadSample::served);
  }
}
