package org.dharch.cli.run;

import java.util.ArrayList;
import java.util.List;

/** The round trips of one configuration. One thread at a time. */
final class RoundTrips {
  private final PaperConfiguration configuration;
  private final List<Double> right = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  RoundTrips(PaperConfiguration configuration) {
    this.configuration = configuration;
  }

  PaperConfiguration configuration() {
    return configuration;
  }

  void right(long nanos) {
    right.add(nanos / 1e6);
  }

  void wrong(String problem) {
    problems.add(problem);
  }

  int requests() {
    return right.size() + problems.size();
  }

  /** The errors in responses, one line each. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** How long the right answers took, in milliseconds. */
  Observations millis() {
    return Observations.of(right.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
