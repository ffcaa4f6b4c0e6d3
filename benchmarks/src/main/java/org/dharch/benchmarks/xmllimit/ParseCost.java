package org.dharch.benchmarks.xmllimit;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.dharch.benchmarks.harness.Statistics;

/** Measures the complete parse of an envelope into Axis2's tree. One thread. */
final class ParseCost {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 7;
  private static final long WARM_NANOS = 500_000_000L;
  private static final long ROUND_NANOS = 100_000_000L;

  private long parsed;

  /** Returns the median of several rounds, in microseconds of processor time. */
  double micros(byte[] envelope) {
    round(envelope, WARM_NANOS);
    List<Double> rounds = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      rounds.add(round(envelope, ROUND_NANOS));
    }
    if (parsed == 0) {
      throw new IllegalStateException("the envelope must have content");
    }
    return Statistics.median(rounds);
  }

  private double round(byte[] envelope, long nanos) {
    long begin = THREADS.getCurrentThreadCpuTime();
    long count = 0;
    long took = 0;
    while (took < nanos) {
      SOAPModelBuilder builder =
          OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(envelope), "UTF-8");
      builder.getSOAPEnvelope().build();
      parsed += builder.getSOAPEnvelope().getBody().getFirstElement() == null ? 0 : 1;
      builder.close();
      count++;
      took = THREADS.getCurrentThreadCpuTime() - begin;
    }
    return took / 1e3 / count;
  }
}
