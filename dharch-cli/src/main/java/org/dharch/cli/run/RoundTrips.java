package org.dharch.cli.run;

import java.util.ArrayList;
import java.util.List;

/** The round trips of one arrangement of the handlers. Not thread-safe. */
final class RoundTrips {
  private final HandlerArrangement arrangement;
  private final List<Double> right = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  RoundTrips(HandlerArrangement arrangement) {
    this.arrangement = arrangement;
  }

  HandlerArrangement arrangement() {
    return arrangement;
  }

  /** The arrangement of the handlers that it simulates, or itself. */
  HandlerArrangement shown() {
    return arrangement instanceof PaperConfiguration paper ? paper.real() : arrangement;
  }

  void right(long nanos) {
    right.add(nanos / 1e6);
  }

  void wrong(String problem) {
    problems.add(problem);
  }

  void add(RoundTrips others) {
    right.addAll(others.right);
    problems.addAll(others.problems);
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
