package org.dharch.benchmarks.scalability;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Statistics;

/**
 * Computes the processor time of a rejection and of an answer from adjacent load intervals with few
 * and with many rejections: two equations with two unknowns. One thread.
 */
final class RejectionCosts {
  private final List<Interval> many = new ArrayList<>();
  private final List<Interval> few = new ArrayList<>();

  /**
   * A load interval.
   *
   * @param answers answers per second
   * @param rejections rejections per second
   * @param cores the busy processors of client, server and nodes
   */
  record Interval(double answers, double rejections, double cores) {}

  /**
   * Processor times, in ms.
   *
   * @param answer of client, server and nodes together
   * @param rejection of client and server
   */
  record Each(double answer, double rejection) {}

  Interval withMany(Interval sample) {
    many.add(sample);
    return sample;
  }

  Interval withFew(Interval sample) {
    few.add(sample);
    return sample;
  }

  /** Returns the medians of all pairs; empty if no pair has two different rejection rates. */
  Optional<Each> each() {
    List<Double> answers = new ArrayList<>();
    List<Double> rejections = new ArrayList<>();
    for (int i = 0; i < many.size(); i++) {
      Interval a = many.get(i);
      Interval b = few.get(i);
      double determinant = a.answers * b.rejections - b.answers * a.rejections;
      if (a.rejections > b.rejections && determinant != 0) {
        answers.add(1000 * (a.cores * b.rejections - b.cores * a.rejections) / determinant);
        rejections.add(1000 * (a.answers * b.cores - b.answers * a.cores) / determinant);
      }
    }
    return answers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Each(Statistics.median(answers), Statistics.median(rejections)));
  }
}
