package org.dharch.peers.operations;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sending end of whole exchanges, in a process of its own. Prints {@code READY}; then, for each
 * line {@code COUNT PARALLEL} that it reads, sends so many one-way messages, so many at once, waits
 * until all are acknowledged, and prints {@code NANOS P50}: for all of them, and the median of how
 * long a call took. Ends when its input does, and the process with it if something fails.
 */
public final class Sender {
  /** What each message says: a body of a kilobyte. */
  public static final String TEXT = "x".repeat(1_000);

  private Sender() {}

  /** Sends one, or waits. */
  @FunctionalInterface
  public interface Work {
    /** Does it. */
    void run() throws Exception;
  }

  /**
   * Sends as its input says.
   *
   * @param send sends one message, from any thread
   * @param settled returns when each message that was sent is acknowledged
   */
  public static void run(Work send, Work settled) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    out.println("READY");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        out.println(round(send, settled, Integer.parseInt(words[0]), Integer.parseInt(words[1])));
      }
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // the library's threads would keep the process
    }
  }

  private static String round(Work send, Work settled, int count, int parallel) throws Exception {
    long[] calls = new long[count];
    AtomicInteger next = new AtomicInteger();
    ExecutorService senders = Executors.newFixedThreadPool(parallel);
    long begin = System.nanoTime();
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int n = 0; n < parallel; n++) {
        all.add(
            senders.submit(
                () -> {
                  for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    long called = System.nanoTime();
                    send.run();
                    calls[i] = System.nanoTime() - called;
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      settled.run();
    } finally {
      senders.shutdownNow();
    }
    long nanos = System.nanoTime() - begin;
    Arrays.sort(calls);
    return nanos + " " + calls[count / 2];
  }
}
