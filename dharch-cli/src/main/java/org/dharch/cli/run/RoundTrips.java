package org.dharch.cli.run;

import java.util.ArrayList;
import java.util.List;

/** The round trips of one configuration. Not thread-safe. */
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

  List<String> problems() {
    return List.copyOf(problems);
  }

  /** The round trip times of the correct responses, in milliseconds. */
  Observations millis() {
    return Observations.of(right.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
