package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.site.SoapConnection;

/** One SOAP call after another on each of some connections, which take turns round by round. */
record SoapLoop(long roundNanos, byte[] envelope) {
  private static final int WARM_UP_ROUNDS = 4;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The latencies of each round of each subject, in nanoseconds. */
  Map<String, List<Histogram>> compare(int rounds, Map<String, SoapConnection> subjects)
      throws IOException {
    Map<String, List<Histogram>> all = new HashMap<>();
    for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (Map.Entry<String, SoapConnection> subject : subjects.entrySet()) {
        Histogram latency = round(subject.getValue(), round < 0 ? WARM_UP_NANOS : roundNanos);
        if (round >= 0) {
          all.computeIfAbsent(subject.getKey(), name -> new ArrayList<>()).add(latency);
        }
      }
    }
    return all;
  }

  private Histogram round(SoapConnection socket, long nanos) throws IOException {
    Histogram latency = new Histogram(TimeUnit.SECONDS.toNanos(60), 3);
    long end = System.nanoTime() + nanos;
    int expected = socket.call(envelope).length;
    for (long now = System.nanoTime(); now < end; ) {
      int length = socket.call(envelope).length;
      if (length != expected) {
        throw new IOException("an answer of " + length + " bytes after ones of " + expected);
      }
      long then = System.nanoTime();
      latency.recordValue(then - now);
      now = then;
    }
    return latency;
  }
}
