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
 * Limits the numbers of active messages, for each host and in total, and of waiting messages.
 * Messages of one host are served in order, hosts in round robin. The calling thread runs the
 * messages that may start, outside of any lock. Thread-safe.
 */
final class RequestQueue {
  interface QueuedRequest extends Runnable {
    String host();

    /** Ends the request because sending was closed. */
    void end();
  }

  private static final class Host {
    private final Set<QueuedRequest> active = new HashSet<>();
    private final Queue<QueuedRequest> waiting = new ArrayDeque<>();
  }

  private final int perHost;
  private final int maxActive;
  private final int maxWaiting;
  private final Map<String, Host> hosts = new LinkedHashMap<>(); // guarded by this
  private int active; // guarded by this
  private int waiting; // guarded by this

  RequestQueue(int perHost, int maxActive, int maxWaiting) {
    this.perHost = perHost;
    this.maxActive = maxActive;
    this.maxWaiting = maxWaiting;
  }

  /** Runs {@code request} now or later; returns false if too many are waiting. */
  boolean enter(QueuedRequest request) {
    synchronized (this) {
      Host host = hosts.computeIfAbsent(request.host(), name -> new Host());
      boolean canStart =
          active < maxActive && host.active.size() < perHost && host.waiting.isEmpty();
      if (!canStart) {
        if (waiting >= maxWaiting) {
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

  /** Must be called after an active request has ended; starts waiting requests. */
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

  /** Removes a waiting request. */
  synchronized void withdraw(QueuedRequest request) {
    Host host = hosts.get(request.host());
    if (host != null && host.waiting.remove(request)) {
      waiting--;
      forgetIfIdle(request.host(), host);
    }
  }

  private synchronized Optional<QueuedRequest> next() {
    if (active >= maxActive || waiting == 0) {
      return Optional.empty();
    }
    for (Iterator<Map.Entry<String, Host>> iterator = hosts.entrySet().iterator();
        iterator.hasNext(); ) {
      Map.Entry<String, Host> entry = iterator.next();
      Host host = entry.getValue();
      if (host.active.size() < perHost && !host.waiting.isEmpty()) {
        QueuedRequest request = host.waiting.remove();
        waiting--;
        host.active.add(request);
        active++;
        iterator.remove(); // the next host is first now
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

  /** Returns all waiting and active requests. */
  synchronized List<QueuedRequest> all() {
    return hosts.values().stream()
        .flatMap(host -> Stream.concat(host.active.stream(), host.waiting.stream()))
        .toList();
  }

  synchronized int size() {
    return waiting;
  }

  synchronized int hosts() {
    return hosts.size();
  }
}
