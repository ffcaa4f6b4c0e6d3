package org.dharch.peers.operations;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The operations of one library, measured in a separate process. Each command on standard input has
 * one line of reply on standard output: {@code rows}; {@code warm ROW MILLIS} replies how many
 * operations take a millisecond; {@code time ROW COUNT} replies nanoseconds per operation; {@code
 * bytes ROW COUNT} replies allocated bytes per operation; {@code show ROW} replies the result in
 * base64. Times are processor times, which exclude other processes: of the measuring thread and of
 * threads that it gives work to. Output of the library goes to standard error. The process ends
 * with its input. One thread.
 */
public final class Contender {
  private static final int MAX = 1_000_000;
  private static final double ROUND_NANOS = 1e6;

  private final Map<String, Callable<Object>> rows = new LinkedHashMap<>();

  @SuppressWarnings(
      "UnusedVariable") // a field, so that the JIT compiler does not remove the measured code
  private Object sink = "";

  private Contender(Map<?, ? extends Callable<Object>> rows) {
    rows.forEach((row, work) -> this.rows.put(row.toString(), work));
  }

  /**
   * Measures until the input ends.
   *
   * @param rows the operations of the library by the {@code toString} of the row, without blanks;
   *     {@code show} replies the result, as bytes, as a stream of them or by {@code toString}
   */
  public static void run(Map<?, ? extends Callable<Object>> rows) throws Exception {
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
      return String.join(" ", rows.keySet());
    }
    Callable<Object> work = rows.get(command[1]);
    return switch (command[0]) {
      case "warm" -> String.valueOf(warm(work, Long.parseLong(command[2]) * 1_000_000));
      case "time" -> String.valueOf(time(work, Integer.parseInt(command[2])));
      case "bytes" -> String.valueOf(bytes(work, Integer.parseInt(command[2])));
      case "show" -> Base64.getEncoder().encodeToString(shown(work));
      default -> throw new IOException("unknown command: " + command[0]);
    };
  }

  private int warm(Callable<Object> work, long nanos) throws Exception {
    int maxCount = work instanceof Prepared prepared ? prepared.maxCount() : MAX;
    double used = 0;
    int size = 1;
    while (used < nanos) {
      double each = time(work, size);
      used += each * size;
      size = (int) Math.max(1, Math.min(maxCount, ROUND_NANOS / Math.max(1, each)));
    }
    return size;
  }

  private double time(Callable<Object> work, int count) throws Exception {
    prepare(work, count);
    return perform(work, count, ThreadUsage.nanos());
  }

  private double bytes(Callable<Object> work, int count) throws Exception {
    int maxCount = work instanceof Prepared prepared ? Math.min(count, prepared.maxCount()) : count;
    prepare(work, maxCount);
    return perform(work, maxCount, ThreadUsage.bytes());
  }

  private double perform(Callable<Object> work, int count, ThreadUsage use) throws Exception {
    for (int i = 0; i < count; i++) {
      sink = work.call();
    }
    return (double) use.soFar() / count;
  }

  private static void prepare(Callable<Object> work, int count) throws Exception {
    if (work instanceof Prepared prepared) {
      prepared.prepare(count);
    }
  }

  private static byte[] shown(Callable<Object> work) throws Exception {
    prepare(work, 1);
    Object made = work.call();
    if (made instanceof byte[] bytes) {
      return bytes;
    }
    return made instanceof InputStream stream
        ? stream.readAllBytes()
        : String.valueOf(made).getBytes(StandardCharsets.UTF_8);
  }
}
