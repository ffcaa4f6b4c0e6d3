package org.dharch.benchmarks.xmllimit;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The result of a load interval and its processor time in seconds.
 *
 * @param perSecond answers per second
 * @param answers the total number of answers
 * @param server of the Tomcat, including the broker
 * @param node of DHArch's node
 * @param database of PostgreSQL
 * @param client of the thread that sends and checks
 */
record LoadSample(
    double perSecond, long answers, double server, double node, double database, double client) {

  /** Returns the cost of the service: server and node. */
  double served() {
    return server + node;
  }

  /** Returns the microseconds of one kind per answer, over all samples. */
  static double micros(Collection<LoadSample> samples, ToDoubleFunction<LoadSample> seconds) {
    double all = samples.stream().mapToDouble(seconds).sum();
    return 1e6 * all / Math.max(1, samples.stream().mapToLong(LoadSample::answers).sum());
  }
}
