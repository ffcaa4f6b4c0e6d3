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
 * The sender of end-to-end exchanges, in its own process. Prints {@code READY}. For each input line
 * {@code COUNT PARALLEL} it sends that many one-way messages, in parallel, waits until all are
 * acknowledged, and prints {@code NANOS P50}: the total time, and the median duration of a call.
 * Ends with its input; a failure ends the process.
 */
public final class Sender {
  /** The body of each message: a kilobyte. */
  public static final String TEXT = "x".repeat(1_000);

  private Sender() {}

  /** Sends one message, or waits. */
  @FunctionalInterface
  public interface Work {
    /** Does the work. */
    void run() throws Exception;
  }

  /**
   * Sends as its input requests.
   *
   * @param send sends one message, from any thread
   * @param awaitAcknowledged returns when each sent message is acknowledged
   */
  public static void run(Work send, Work awaitAcknowledged) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    out.println("READY");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        out.println(
            round(send, awaitAcknowledged, Integer.parseInt(words[0]), Integer.parseInt(words[1])));
      }
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // the threads of the library would keep the process alive
    }
  }

  private static String round(Work send, Work awaitAcknowledged, int count, int parallel)
      throws Exception {
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
      awaitAcknowledged.run();
    } finally {
      senders.shutdownNow();
    }
    long nanos = System.nanoTime() - begin;
    Arrays.sort(calls);
    return nanos + " " + calls[count / 2];
  }
}
