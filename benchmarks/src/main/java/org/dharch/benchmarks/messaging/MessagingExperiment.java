package org.dharch.benchmarks.messaging;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;

/** The measuring part of {@link MessagingSuite}. Once, by one thread. */
final class MessagingExperiment extends Experiment {
  private static final int ROUNDS_EACH_TURN = 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final int turns;
  private final long roundNanos;

  @SuppressWarnings("UnusedVariable") // written so that what is measured is not optimized away
  private Object sink = "";

  MessagingExperiment(SuiteRun run) {
    super(run);
    turns = run.options().choose(3, 10);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(20, 50));
  }

  @Override
  protected void run() throws Exception {
    List<Operation> rows = Operations.all();
    progress.steps((long) rows.size() * (turns + 1) + MessagingSuite.SIZES.size());
    Map<Operation, double[]> micros = new LinkedHashMap<>();
    Map<Operation, Integer> batches = new LinkedHashMap<>();
    progress.phase("warming up");
    for (Operation row : rows) {
      micros.put(row, new double[turns * ROUNDS_EACH_TURN]);
      batches.put(row, warm(row));
      progress.step();
    }
    progress.phase("table 1, row by row in turns");
    for (int turn = 0; turn < turns; turn++) {
      for (Operation row : rows) {
        for (int i = 0; i < ROUNDS_EACH_TURN; i++) {
          micros.get(row)[turn * ROUNDS_EACH_TURN + i] = batch(row, batches.get(row)) / 1e3;
        }
        progress.step();
      }
    }
    for (Operation row : rows) {
      record(row, micros.get(row), batches.get(row));
    }
    progress.phase("figure 15, with storage");
    for (int size : MessagingSuite.SIZES) {
      stored(size);
      progress.step();
    }
  }

  /** One message at a time of that size, through a source and a sink with their stores. */
  private void stored(int size) throws Exception {
    int count = run.options().choose(200, 3_000);
    double[] source = new double[count];
    double[] atSink = new double[count];
    try (ScratchFolder folder = ScratchFolder.create("dharch-rm");
        StoredMessages messages = new StoredMessages(folder.path(), size)) {
      for (int i = 0; i < count; i++) {
        messages.one();
      }
      for (int i = 0; i < count; i++) {
        StoredMessages.Times times = messages.one();
        source[i] = times.source();
        atSink[i] = times.sink();
      }
    }
    String name = MessagingSuite.stored(size);
    Map<String, Object> parameters = Map.of("bytes", size, "store", "SQLite");
    Statistics sent = Statistics.of(source);
    Statistics taken = Statistics.of(atSink);
    report.add(name, parameters, MessagingSuite.SOURCE, "us", sent);
    report.add(name, parameters, MessagingSuite.SINK, "us", taken);
    if (!run.options().quick()) {
      report.atMost(name + ", source: us", sent.median(), MessagingSuite.STORED_BOUND);
      report.atMost(name + ", sink: us", taken.median(), MessagingSuite.STORED_BOUND);
    }
  }

  /** Until it takes no less time, at least a second; how many of them take a round's time. */
  private int warm(Operation row) throws Exception {
    long begin = System.nanoTime();
    double nanos = Double.MAX_VALUE;
    int size = 16;
    while (System.nanoTime() - begin < 40 * roundNanos) {
      nanos = batch(row, size);
      size = (int) Math.max(1, Math.min(1_000_000, roundNanos / Math.max(1, nanos)));
    }
    return size;
  }

  /** So many one after another; how long each took, in nanoseconds. */
  private double batch(Operation row, int size) throws Exception {
    long begin = System.nanoTime();
    for (int i = 0; i < size; i++) {
      sink = row.work().call();
    }
    return (double) (System.nanoTime() - begin) / size;
  }

  private void record(Operation row, double[] micros, int size) throws Exception {
    Map<String, Object> parameters = Map.of("operations_per_round", size);
    Statistics time = Statistics.of(micros);
    report.add(row.name(), parameters, MessagingSuite.TIME, "us", time);
    report.add(row.name(), parameters, MessagingSuite.MEMORY, "B", Statistics.of(allocated(row)));
    if (!run.options().quick()) {
      report.atMost(row.name() + ": us", time.median(), row.boundMicros());
    }
  }

  /** What one allocates, ten times. */
  private double[] allocated(Operation row) throws Exception {
    double[] bytes = new double[10];
    long thread = Thread.currentThread().getId();
    for (int i = 0; i < bytes.length; i++) {
      long before = THREADS.getThreadAllocatedBytes(thread);
      for (int n = 0; n < 100; n++) {
        sink = row.work().call();
      }
      bytes[i] = (THREADS.getThreadAllocatedBytes(thread) - before) / 100.0;
    }
    return bytes;
  }
}
