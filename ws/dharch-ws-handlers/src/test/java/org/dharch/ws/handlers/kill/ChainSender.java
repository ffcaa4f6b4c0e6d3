package org.dharch.ws.handlers.kill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The applications, which are not killed: several threads, each with addresses of its own to which
 * it sends one message after another, a text {@code address.number} each. What was not accepted is
 * not sent again: nobody knows what became of it.
 */
final class ChainSender implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 120_000;
  private static final long PAUSE_NANOS = 50_000_000;

  private final int port;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unknown = new AtomicInteger();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();
  private volatile boolean isEnding;

  /**
   * Nothing is sent yet.
   *
   * @param port of the source's gateway
   * @param address what comes before the number of an address
   */
  ChainSender(int port, String address, int addresses, int parallel) {
    this.port = port;
    for (int t = 0; t < parallel; t++) {
      int first = t;
      threads.add(new Thread(() -> send(address, first, addresses, parallel), "chain-sender-" + t));
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** How many were accepted by now. */
  int count() {
    return accepted.size();
  }

  /** What was accepted: of each address in the order in which it was sent. */
  List<String> accepted() {
    return List.copyOf(accepted);
  }

  /** Of how many messages nobody knows what became. */
  int unknown() {
    return unknown.get();
  }

  /** The first reasons for that. */
  List<String> reasons() {
    return reasons.stream().distinct().limit(10).toList();
  }

  /** Begins nothing new, and waits for what is under way. */
  void end() throws InterruptedException {
    isEnding = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void send(String address, int first, int addresses, int parallel) {
    int round = 0;
    boolean isUnderWay = false;
    while (!isEnding) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        while (!isEnding) {
          int which = first + round % (addresses / parallel) * parallel;
          round++; // first: whatever becomes of it, this text is not sent again
          String text = which + "." + round;
          isUnderWay = true;
          out.println(address + which + " " + text);
          String answer = in.readLine();
          isUnderWay = false;
          if ("A".equals(answer)) {
            accepted.add(text);
          } else {
            unknown.incrementAndGet();
            reasons.add(String.valueOf(answer));
            LockSupport.parkNanos(PAUSE_NANOS);
          }
          if (answer == null) {
            break;
          }
        }
      } catch (IOException e) {
        if (isUnderWay) {
          isUnderWay = false;
          unknown.incrementAndGet();
        }
        LockSupport.parkNanos(PAUSE_NANOS); // its gateway is gone, and comes back
      }
    }
  }

  @Override
  public void close() {
    try {
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
