package org.dharch.outbound;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Limits how many messages are in transit, for one host and for all hosts, and how many wait.
 * Waiting messages of one host are served in order, hosts in round robin. Thread-safe. The calling
 * thread runs the messages that may start, outside of any lock.
 */
final class Waiting {
  /** One that waits, or is under way. */
  interface QueuedRequest extends Runnable {
    /** Returns the target host. */
    String host();

    /** Nothing is sent any more. */
    void end();
  }

  private static final class Host {
    private final Set<QueuedRequest> active = new HashSet<>();
    private final Queue<QueuedRequest> waiting = new ArrayDeque<>();
  }

  private final int perHost;
  private final int all;
  private final int most;
  private final Map<String, Host> hosts = new LinkedHashMap<>(); // guarded by this
  private int active; // guarded by this
  private int waiting; // guarded by this

  Waiting(int perHost, int all, int most) {
    this.perHost = perHost;
    this.all = all;
    this.most = most;
  }

  /** Runs {@code request}, now or when it has its turn; false if too many wait already. */
  boolean enter(QueuedRequest request) {
    synchronized (this) {
      Host host = hosts.computeIfAbsent(request.host(), name -> new Host());
      boolean begins = active < all && host.active.size() < perHost && host.waiting.isEmpty();
      if (!begins) {
        if (waiting >= most) {
          forgetIfIdle(request.host(), host);
          return false;
        }
        host.waiting.add(request);
        waiting++;
        return true;
      }
      host.active.add(request);
      active++;
    }
    request.run();
    return true;
  }

  /** One that was run is over; others begin in its place. */
  void leave(QueuedRequest request) {
    synchronized (this) {
      Host host = hosts.get(request.host());
      host.active.remove(request);
      active--;
      forgetIfIdle(request.host(), host);
    }
    for (Optional<QueuedRequest> next = next(); next.isPresent(); next = next()) {
      next.get().run();
    }
  }

  /** One that waits is not to be run any more. */
  synchronized void withdraw(QueuedRequest request) {
    Host host = hosts.get(request.host());
    if (host != null && host.waiting.remove(request)) {
      waiting--;
      forgetIfIdle(request.host(), host);
    }
  }

  private synchronized Optional<QueuedRequest> next() {
    if (active >= all || waiting == 0) {
      return Optional.empty();
    }
    for (Iterator<Map.Entry<String, Host>> each = hosts.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Host> entry = each.next();
      Host host = entry.getValue();
      if (host.active.size() < perHost && !host.waiting.isEmpty()) {
        QueuedRequest request = host.waiting.remove();
        waiting--;
        host.active.add(request);
        active++;
        each.remove(); // it is the others' turn now
        hosts.put(entry.getKey(), host);
        return Optional.of(request);
      }
    }
    return Optional.empty();
  }

  private void forgetIfIdle(String name, Host host) {
    if (host.active.isEmpty() && host.waiting.isEmpty()) {
      hosts.remove(name);
    }
  }

  /** All that wait or are under way. */
  synchronized List<QueuedRequest> all() {
    return hosts.values().stream()
        .flatMap(host -> Stream.concat(host.active.stream(), host.waiting.stream()))
        .toList();
  }

  /** How many wait. */
  synchronized int size() {
    return waiting;
  }

  /** How many hosts are known. */
  synchronized int hosts() {
    return hosts.size();
  }
}
