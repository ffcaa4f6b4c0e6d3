package org.dharch.ws.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A bounded pool of connections to one database; runs transactions on the caller's thread. A
 * transaction that conflicts with another one is tried at most {@value #TRIES} times. A transaction
 * whose connection is lost is tried once more on a new connection. Thread-safe.
 */
public final class Sessions implements AutoCloseable {
  /** The maximum number of connections. */
  public static final int MOST = 64;

  private static final int TRIES = 20;

  /** PostgreSQL: serialization failure, deadlock, duplicate key. */
  private static final Set<String> IN_THE_WAY = Set.of("40001", "40P01", "23505");

  /** The work of one transaction. It may run more than once; only the last run takes effect. */
  @FunctionalInterface
  public interface Work<T> {
    T in(Session session);
  }

  private final Database database;
  private final Semaphore free;
  private final int connections;
  private final Deque<Session> idle = new ArrayDeque<>(); // guarded by its monitor
  private boolean isClosed; // guarded by the monitor of idle

  /**
   * @param connections the number of connections, from 1 to {@value #MOST}; a SQLite file uses one
   * @throws StoreException if the number is out of range
   */
  public Sessions(Database database, int connections) {
    if (connections < 1 || connections > MOST) {
      throw new StoreException("connections must be 1 to " + MOST + " (got " + connections + ")");
    }
    this.database = database;
    this.connections = database.dialect() == Dialect.SQLITE ? 1 : connections;
    free = new Semaphore(this.connections, true);
  }

  /**
   * Runs {@code work} in one transaction, all or nothing.
   *
   * @throws ConflictException if every attempt conflicted with another transaction
   * @throws StoreException if the database fails, if there is no free connection or a lock is held
   *     for 8 s in total, or if the pool is closed. The work was not committed, or its outcome is
   *     unknown
   */
  public <T> T transact(Work<T> work) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Dialect.WAIT_MILLIS);
    take(1);
    try {
      return tried(work, end);
    } finally {
      free.release();
    }
  }

  private void take(int count) {
    try {
      if (!free.tryAcquire(count, Dialect.WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new StoreException(
            "no connection to " + database + " was free for " + Dialect.WAIT_MILLIS + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted before a connection to " + database + " was free", e);
    }
  }

  private <T> T tried(Work<T> work, long end) {
    boolean isNew = false;
    for (int tried = 1; ; tried++) {
      try {
        return once(work, tried, isNew, end);
      } catch (ConflictException e) {
        if (tried == TRIES) {
          throw e;
        }
      } catch (SQLException e) {
        boolean isInTheWay = IN_THE_WAY.contains(String.valueOf(e.getSQLState()));
        if (tried == TRIES || (isNew && !isInTheWay) || Dialect.isHeld(e)) {
          throw StoreException.of(e);
        }
        isNew |= !isInTheWay; // the connection may have been lost
      }
    }
  }

  private <T> T once(Work<T> work, int attempt, boolean isNew, long end) throws SQLException {
    Session session = session(isNew);
    boolean isCommitted = false;
    try {
      session.attempt(attempt);
      session.begin(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
      T result = work.in(session);
      session.commit();
      isCommitted = true;
      return result;
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw e;
    } finally {
      giveBack(session, isCommitted || session.rollBack());
    }
  }

  private Session session(boolean isNew) throws SQLException {
    synchronized (idle) {
      if (isClosed) {
        throw new StoreException("the store in " + database + " is closed");
      }
      Session session = isNew ? null : idle.poll();
      if (session != null) {
        return session;
      }
    }
    return database.connect();
  }

  private void giveBack(Session session, boolean isUsable) {
    synchronized (idle) {
      if (isUsable && !isClosed && idle.size() < connections) {
        idle.push(session);
        return;
      }
    }
    session.close();
  }

  /** Waits for active transactions, at most 8 s, and closes the connections. */
  @Override
  public void close() {
    boolean isQuiet = false;
    try {
      take(connections);
      isQuiet = true;
    } finally {
      synchronized (idle) {
        isClosed = true;
        idle.forEach(Session::close);
        idle.clear();
      }
      if (isQuiet) {
        free.release(connections);
      }
    }
  }
}
