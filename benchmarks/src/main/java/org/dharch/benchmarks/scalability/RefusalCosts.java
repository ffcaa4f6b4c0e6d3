package org.dharch.benchmarks.scalability;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Statistics;

/**
 * Computes the processor time of a rejection and of an answer from adjacent load intervals with few
 * and with many rejections: two equations with two unknowns. One thread.
 */
final class RefusalCosts {
  private final List<Interval> many = new ArrayList<>();
  private final List<Interval> few = new ArrayList<>();

  /**
   * A load interval.
   *
   * @param answers answers per second
   * @param refusals rejections per second
   * @param cores the busy processors of client, server and nodes
   */
  record Interval(double answers, double refusals, double cores) {}

  /**
   * Processor times, in ms.
   *
   * @param answer of client, server and nodes together
   * @param refusal of client and server
   */
  record Each(double answer, double refusal) {}

  Interval withMany(Interval stretch) {
    many.add(stretch);
    return stretch;
  }

  Interval withFew(Interval stretch) {
    few.add(stretch);
    return stretch;
  }

  /** Returns the medians of all pairs; empty if no pair has two different rejection rates. */
  Optional<Each> each() {
    List<Double> answers = new ArrayList<>();
    List<Double> refusals = new ArrayList<>();
    for (int i = 0; i < many.size(); i++) {
      Interval a = many.get(i);
      Interval b = few.get(i);
      double determinant = a.answers * b.refusals - b.answers * a.refusals;
      if (a.refusals > b.refusals && determinant != 0) {
        answers.add(1000 * (a.cores * b.refusals - b.cores * a.refusals) / determinant);
        refusals.add(1000 * (a.answers * b.cores - b.answers * a.cores) / determinant);
      }
    }
    return answers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Each(Statistics.median(answers), Statistics.median(refusals)));
  }
}
