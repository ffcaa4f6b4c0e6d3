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
 * Who may begin: so many at once for one host and for all of them; so many more wait, the first
 * come first served of each host, the hosts in turn. Safe for any thread. What begins is run by
 * whoever comes or goes, outside of any lock.
 */
final class Waiting {
  /** One that waits, or is under way. */
  interface Turn extends Runnable {
    /** Whom it is for. */
    String host();

    /** Nothing is sent any more. */
    void end();
  }

  private static final class Host {
    private final Set<Turn> active = new HashSet<>();
    private final Queue<Turn> waiting = new ArrayDeque<>();
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

  /** Runs {@code turn}, now or when it has its turn; false if too many wait already. */
  boolean enter(Turn turn) {
    synchronized (this) {
      Host host = hosts.computeIfAbsent(turn.host(), name -> new Host());
      boolean begins = active < all && host.active.size() < perHost && host.waiting.isEmpty();
      if (!begins) {
        if (waiting >= most) {
          forgetIfIdle(turn.host(), host);
          return false;
        }
        host.waiting.add(turn);
        waiting++;
        return true;
      }
      host.active.add(turn);
      active++;
    }
    turn.run();
    return true;
  }

  /** One that was run is over; others begin in its place. */
  void leave(Turn turn) {
    synchronized (this) {
      Host host = hosts.get(turn.host());
      host.active.remove(turn);
      active--;
      forgetIfIdle(turn.host(), host);
    }
    for (Optional<Turn> next = next(); next.isPresent(); next = next()) {
      next.get().run();
    }
  }

  /** One that waits is not to be run any more. */
  synchronized void withdraw(Turn turn) {
    Host host = hosts.get(turn.host());
    if (host != null && host.waiting.remove(turn)) {
      waiting--;
      forgetIfIdle(turn.host(), host);
    }
  }

  private synchronized Optional<Turn> next() {
    if (active >= all || waiting == 0) {
      return Optional.empty();
    }
    for (Iterator<Map.Entry<String, Host>> each = hosts.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Host> entry = each.next();
      Host host = entry.getValue();
      if (host.active.size() < perHost && !host.waiting.isEmpty()) {
        Turn turn = host.waiting.remove();
        waiting--;
        host.active.add(turn);
        active++;
        each.remove(); // it is the others' turn now
        hosts.put(entry.getKey(), host);
        return Optional.of(turn);
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
  synchronized List<Turn> all() {
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
