package org.dharch.cli;

import java.util.ArrayList;
import java.util.List;

/** The round trips of one configuration. One thread at a time. */
final class Measurement {
  private final Configuration configuration;
  private final List<Double> millis = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Measurement(Configuration configuration) {
    this.configuration = configuration;
  }

  Configuration configuration() {
    return configuration;
  }

  void right(long nanos) {
    millis.add(nanos / 1e6);
  }

  void wrong(String problem) {
    problems.add(problem);
  }

  int requests() {
    return millis.size() + problems.size();
  }

  /** What was wrong with answers, one line for each. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** Of the right answers only. */
  Statistics statistics() {
    return Statistics.of(millis.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
