package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.harness.JvmUsage;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * Sequential SOAP calls on each of several connections to servers in this JVM, which alternate
 * round by round.
 */
record SoapLoop(long roundNanos, long warmUpNanos, byte[] envelope) {
  private static final int WARM_UP_ROUNDS = 2;

  /** Returns the rounds of each; the cost of a message includes the client. */
  MeteredLoop.Rounds compare(int rounds, Map<String, SoapConnection> subjects) throws IOException {
    MeteredLoop.Rounds all = new MeteredLoop.Rounds();
    for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (Map.Entry<String, SoapConnection> subject : subjects.entrySet()) {
        if (round < 0) {
          round(subject.getValue(), warmUpNanos);
        } else {
          all.add(subject.getKey(), metered(subject.getValue()));
        }
      }
    }
    return all;
  }

  private MeteredLoop.Round metered(SoapConnection socket) throws IOException {
    JvmUsage before = JvmUsage.of(List.of());
    Histogram latency = round(socket, roundNanos);
    long count = latency.getTotalCount();
    JvmUsage use = JvmUsage.of(List.of()).since(before, count);
    double perSecond = count * 1e9 / roundNanos;
    return new MeteredLoop.Round(new ClosedLoop.Round(latency, perSecond), use);
  }

  private Histogram round(SoapConnection socket, long nanos) throws IOException {
    Histogram latency = new Histogram(TimeUnit.SECONDS.toNanos(60), 3);
    long end = System.nanoTime() + nanos;
    int expected = socket.call(envelope).length;
    for (long now = System.nanoTime(); now < end; ) {
      int length = socket.call(envelope).length;
      if (length != expected) {
        throw new IOException(
            "answers must have " + expected + " bytes, as the first one (got " + length + ")");
      }
      long then = System.nanoTime();
      latency.recordValue(then - now);
      now = then;
    }
    return latency;
  }
}
