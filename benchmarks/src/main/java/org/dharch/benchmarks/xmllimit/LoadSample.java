package org.dharch.benchmarks.xmllimit;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * What a stretch of load gave, and what it took: processor time in seconds.
 *
 * @param perSecond answers a second
 * @param answers how many there were in all
 * @param server of the Tomcat, with the broker in it
 * @param node of DHArch's node
 * @param database of PostgreSQL
 * @param client of the thread that sends and checks
 */
record LoadSample(
    double perSecond, long answers, double server, double node, double database, double client) {

  /** What the service costs: of server and node. */
  double served() {
    return server + node;
  }

  /** Microseconds of one kind for each answer, over all of them. */
  static double micros(Collection<LoadSample> stretches, ToDoubleFunction<LoadSample> seconds) {
    double all = stretches.stream().mapToDouble(seconds).sum();
    return 1e6 * all / Math.max(1, stretches.stream().mapToLong(LoadSample::answers).sum());
  }
}
