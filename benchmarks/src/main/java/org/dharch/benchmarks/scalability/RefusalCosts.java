package org.dharch.benchmarks.scalability;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Statistics;

/**
 * What a refusal costs beside an answer, from stretches that stand right beside each other, with
 * few refusals and with many: two equations for two unknown times. One thread.
 */
final class RefusalCosts {
  private final List<Stretch> many = new ArrayList<>();
  private final List<Stretch> few = new ArrayList<>();

  /**
   * A stretch of load.
   *
   * @param answers a second
   * @param refusals a second
   * @param cores how many processors client, server and nodes kept busy
   */
  record Stretch(double answers, double refusals, double cores) {}

  /**
   * Processor times, in ms.
   *
   * @param answer client's, server's and nodes' together
   * @param refusal client's and server's
   */
  record Each(double answer, double refusal) {}

  Stretch withMany(Stretch stretch) {
    many.add(stretch);
    return stretch;
  }

  Stretch withFew(Stretch stretch) {
    few.add(stretch);
    return stretch;
  }

  /** The medians of all pairs; empty if none has two rates of refusal that differ. */
  Optional<Each> each() {
    List<Double> answers = new ArrayList<>();
    List<Double> refusals = new ArrayList<>();
    for (int i = 0; i < many.size(); i++) {
      Stretch a = many.get(i);
      Stretch b = few.get(i);
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
