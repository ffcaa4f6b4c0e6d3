package org.dharch.ws.rm.kill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.dharch.ws.rm.Ranges;

/**
 * A sender that is not killed: several threads, each with sequences of its own, whose messages it
 * sends to one node or the other until they are acknowledged, not always in their order and now and
 * then once more. It believes only what it is told.
 */
final class KillSender implements AutoCloseable {
  private static final int WINDOW = 6;
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final long PAUSE_NANOS = 20_000_000;

  private static final class Sequence {
    private final String createdBy;
    private String id = "";
    private Ranges acknowledged = Ranges.EMPTY;
    private long sent;
    private boolean isTerminated;

    Sequence(String createdBy) {
      this.createdBy = createdBy;
    }
  }

  private final int[] ports;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Sequence> all = new ArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private volatile boolean isEnding;
  private volatile boolean isStopped;
  private volatile String problem = "";

  KillSender(int[] ports, int sequences, int parallel, long seed) {
    this.ports = ports.clone();
    for (int t = 0; t < parallel; t++) {
      List<Sequence> own = new ArrayList<>();
      for (int s = t; s < sequences; s += parallel) {
        own.add(new Sequence("urn:create:" + seed + ":" + s));
      }
      all.addAll(own);
      Random random = new Random(seed + t);
      threads.add(new Thread(() -> send(own, random), "rm-sender-" + t));
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** How many messages were acknowledged by now. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** What an answer said that there is no reason for; empty if none did. */
  String problem() {
    return problem;
  }

  /** Begins nothing new; what has been sent is sent until it is acknowledged. */
  void end() {
    isEnding = true;
  }

  boolean isOver() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** By sequence; to be asked when it is over. */
  Map<String, Ranges> promised() {
    Map<String, Ranges> promised = new HashMap<>();
    all.forEach(one -> promised.put(one.id, one.acknowledged));
    return promised;
  }

  private void send(List<Sequence> own, Random random) {
    while (!isStopped && !(isEnding && own.stream().allMatch(one -> one.isTerminated))) {
      int port = ports[random.nextInt(ports.length)];
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        talk(socket, own, random);
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS); // it was killed: that node or another is there soon
      }
    }
  }

  private void talk(Socket socket, List<Sequence> own, Random random) throws IOException {
    PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    for (int n = 0; n < 200 && !isStopped; n++) { // then perhaps to the other node
      List<Sequence> open = own.stream().filter(one -> !one.isTerminated).toList();
      if (open.isEmpty()) {
        return;
      }
      Sequence one = open.get(random.nextInt(open.size()));
      String request = request(one, random);
      if (request.isEmpty()) {
        continue;
      }
      out.println(request);
      String answer = in.readLine();
      if (answer == null) {
        throw new IOException("the node is gone");
      }
      record(one, request, answer);
    }
  }

  private String request(Sequence one, Random random) {
    if (one.id.isEmpty()) {
      return "C " + one.createdBy;
    }
    List<Long> missing = new ArrayList<>();
    long most = isEnding ? one.sent : one.sent + WINDOW;
    for (long n = 1; n <= most && missing.size() < WINDOW; n = next(one.acknowledged, n)) {
      if (!one.acknowledged.contains(n)) {
        missing.add(n);
      }
    }
    if (missing.isEmpty()) {
      return isEnding ? "T " + one.id + " " + one.sent : "";
    }
    boolean isOnceMore = one.sent > 0 && random.nextInt(10) == 0;
    long number =
        isOnceMore
            ? 1 + random.nextLong(one.sent)
            : missing.get(random.nextInt(random.nextInt(3) == 0 ? missing.size() : 1));
    one.sent = Math.max(one.sent, number);
    return "M " + one.id + " " + number;
  }

  /** The number after {@code n}, or after the range of acknowledged ones that it is in. */
  private static long next(Ranges acknowledged, long n) {
    for (int r = 0; r < acknowledged.count(); r++) {
      if (acknowledged.lower(r) <= n && n <= acknowledged.upper(r)) {
        return acknowledged.upper(r) + 1;
      }
    }
    return n + 1;
  }

  private void record(Sequence one, String request, String answer) {
    if (answer.startsWith("S ")) {
      String id = answer.substring(2);
      if (!one.id.isEmpty() && !one.id.equals(id)) {
        problem = request + " made " + one.id + " and " + id;
      }
      one.id = id;
    } else if (answer.startsWith("A ")) {
      Ranges ranges = Ranges.parse(answer.substring(2));
      if (!one.acknowledged.subtract(ranges).isEmpty()) {
        problem = one.id + " had " + one.acknowledged + " acknowledged, and now " + ranges;
      }
      acknowledged.addAndGet(ranges.subtract(one.acknowledged).size());
      one.acknowledged = one.acknowledged.addAll(ranges);
      one.isTerminated = request.startsWith("T ");
    } else if (answer.contains("Refuse")) {
      problem = request + ": " + answer;
    } else {
      LockSupport.parkNanos(PAUSE_NANOS); // its data base is gone, for now
    }
  }

  @Override
  public void close() {
    isStopped = true;
    for (Thread thread : threads) {
      try {
        thread.join(2L * TIMEOUT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
