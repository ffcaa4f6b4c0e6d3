package org.dharch.peers.operations;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * One library's operations, measured in its own process as lines on its standard input say, each
 * answered by a line on its standard output: {@code rows}; {@code warm ROW MILLIS}, how many of
 * them take a millisecond; {@code time ROW COUNT}, nanoseconds each; {@code bytes ROW COUNT},
 * allocated by each; {@code show ROW}, what it makes. Time is the thread's processor time, which
 * does not count what others on the machine take. What the library prints goes to standard error.
 * Ends when its input does. One thread.
 */
public final class Contender {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MOST = 1_000_000;
  private static final double ROUND_NANOS = 1e6;

  private final Map<Row, Callable<Object>> rows;

  @SuppressWarnings("UnusedVariable") // written so that what is measured is not optimized away
  private Object sink = "";

  private Contender(Map<Row, Callable<Object>> rows) {
    this.rows = rows;
  }

  /**
   * Measures until the input ends.
   *
   * @param rows what the library can do; what such a row returns, as bytes or by {@code toString},
   *     is what {@code show} says
   */
  public static void run(Map<Row, Callable<Object>> rows) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    Contender contender = new Contender(rows);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(contender.answer(line.split(" ", -1)));
    }
  }

  private String answer(String[] command) throws Exception {
    if (command[0].equals("rows")) {
      return rows.keySet().stream().map(Row::name).collect(Collectors.joining(" "));
    }
    Callable<Object> work = rows.get(Row.valueOf(command[1]));
    return switch (command[0]) {
      case "warm" -> String.valueOf(warm(work, Long.parseLong(command[2]) * 1_000_000));
      case "time" -> String.valueOf(time(work, Integer.parseInt(command[2])));
      case "bytes" -> String.valueOf(bytes(work, Integer.parseInt(command[2])));
      case "show" -> text(work.call()).replaceAll("\\s+", " ");
      default -> throw new IOException("no such command: " + command[0]);
    };
  }

  private int warm(Callable<Object> work, long nanos) throws Exception {
    long begin = THREADS.getCurrentThreadCpuTime();
    int size = 1;
    while (THREADS.getCurrentThreadCpuTime() - begin < nanos) {
      size = (int) Math.max(1, Math.min(MOST, ROUND_NANOS / Math.max(1, time(work, size))));
    }
    return size;
  }

  private double time(Callable<Object> work, int count) throws Exception {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < count; i++) {
      sink = work.call();
    }
    return (double) (THREADS.getCurrentThreadCpuTime() - begin) / count;
  }

  private double bytes(Callable<Object> work, int count) throws Exception {
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    for (int i = 0; i < count; i++) {
      sink = work.call();
    }
    return (double) (THREADS.getThreadAllocatedBytes(thread) - before) / count;
  }

  private static String text(Object made) {
    return made instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : String.valueOf(made);
  }
}
