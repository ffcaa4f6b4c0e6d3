package org.dharch.cli.run;

import java.util.List;

/**
 * The measurement of one placement under load. Immutable.
 *
 * @param placement where the handlers ran
 * @param seconds the length of the measurement
 * @param millis the round trip times of the correct responses
 * @param problems of the others
 */
record DemoLoad(
    HandlerArrangement placement, double seconds, Observations millis, List<String> problems) {
  DemoLoad {
    problems = List.copyOf(problems);
  }

  double perSecond() {
    return millis.count() / seconds;
  }

  int requests() {
    return millis.count() + problems.size();
  }
}
