package org.dharch.ws.rm.store;

import java.time.InstantSource;
import java.util.List;
import org.dharch.ws.jdbc.ConflictException;

/**
 * A store in memory, for tests, simulations and transient use. Transactions see only committed
 * changes. Thread-safe.
 */
public final class MemoryRmStore implements RmStore {
  private static final int MAX_ATTEMPTS = 5;

  private final MemoryRows rows;
  private final Object lock = new Object();

  public MemoryRmStore(InstantSource clock) {
    rows = new MemoryRows(clock);
  }

  @Override
  public <T> T transact(String about, Work<T> work) {
    for (int n = 1; ; n++) {
      synchronized (lock) { // reentrant: transactions may interleave, as in a database
        UnitOfWork unit = new UnitOfWork(rows, new Writes());
        T result = work.in(unit);
        try {
          rows.write(unit.writes());
          return result;
        } catch (ConflictException e) {
          if (n == MAX_ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    synchronized (lock) {
      return rows.lease(node, millis, limit);
    }
  }

  @Override
  public void close() {}
}
