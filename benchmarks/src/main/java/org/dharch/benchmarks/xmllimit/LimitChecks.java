package org.dharch.benchmarks.xmllimit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;

/** The checks of the suite: the findings of seed 004, and that DHArch adds no XML processing. */
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

  /** Checks order, similarity and flatness of the four variants with one source, at each size. */
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

  /** Returns the median of the ratios of all rounds and numbers of clients. */
  private double ratio(LimitVariant more, LimitVariant less, int size) {
    List<Double> ratios = new ArrayList<>();
    for (int clients : plan.flatClients()) {
      List<LoadSample> ones = sweep.samples(more, size, clients);
      List<LoadSample> others = sweep.samples(less, size, clients);
      for (int round = 0; round < ones.size(); round++) {
        ratios.add(ones.get(round).perSecond() / others.get(round).perSecond());
      }
    }
    return Statistics.median(ratios);
  }

  private double farthest(LimitVariant variant, int size) {
    List<Double> rates = new ArrayList<>();
    for (int clients : plan.flatClients()) {
      rates.add(median(variant, size, clients));
    }
    double middle = Statistics.median(rates);
    return rates.stream().mapToDouble(rate -> Math.abs(rate / middle - 1)).max().orElseThrow();
  }

  private double median(LimitVariant variant, int size, int clients) {
    return sweep.perSecond(variant, size, clients).median();
  }

  /**
   * Checks the small differences between two variants.
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
        VariantPair.NO_RULE.title(),
        XmlLimit.ratios(pairs.get(VariantPair.NO_RULE)).median(),
        KEPT);
    report.atMost(
        "processor time, the body changed instead of a header / one parse",
        more(pairs.get(VariantPair.BODY)) / parse,
        1);
  }

  /** Returns the additional microseconds of server and node per answer. */
  private static double more(List<LoadSample[]> pairs) {
    List<LoadSample> variants = pairs.stream().map(pair -> pair[0]).toList();
    List<LoadSample> bases = pairs.stream().map(pair -> pair[1]).toList();
    return LoadSample.micros(variants, LoadSample::served)
        - LoadSample.micros(bases, LoadSample::served);
  }
}
