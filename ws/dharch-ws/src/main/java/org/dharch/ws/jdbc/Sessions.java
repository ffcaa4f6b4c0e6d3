package org.dharch.ws.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A bounded pool of connections to one database. A transaction that conflicts with another one is
 * attempted at most {@value #MAX_ATTEMPTS} times. A transaction on a broken connection is attempted
 * once more on a new connection. Thread-safe.
 */
public final class Sessions implements AutoCloseable {
  /** The maximum number of connections. */
  public static final int MAX_CONNECTIONS = 64;

  private static final int MAX_ATTEMPTS = 20;

  /** PostgreSQL: serialization failure, deadlock, duplicate key. */
  private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01", "23505");

  /** The work of one transaction; it may run several times. */
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
   * @param connections the number of connections, from 1 to {@value #MAX_CONNECTIONS}; a SQLite
   *     file uses one
   * @throws StoreException if the number is out of range
   */
  public Sessions(Database database, int connections) {
    if (connections < 1 || connections > MAX_CONNECTIONS) {
      throw new StoreException(
          "connections must be 1 to " + MAX_CONNECTIONS + " (got " + connections + ")");
    }
    this.database = database;
    this.connections = database.dialect() == Dialect.SQLITE ? 1 : connections;
    free = new Semaphore(this.connections, true);
  }

  /**
   * Runs {@code work} in one transaction on the caller's thread.
   *
   * @throws ConflictException if every attempt conflicted with another transaction
   * @throws StoreException if the database fails, if no connection or lock is free for 8 s in
   *     total, or if the pool is closed. The outcome may be unknown.
   */
  public <T> T transact(Work<T> work) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Dialect.WAIT_MILLIS);
    take(1);
    try {
      return transactWithRetries(work, end);
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

  private <T> T transactWithRetries(Work<T> work, long end) {
    boolean isReconnecting = false;
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work, attempt, isReconnecting, end);
      } catch (ConflictException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      } catch (SQLException e) {
        boolean isConflict = CONFLICT_STATES.contains(String.valueOf(e.getSQLState()));
        if (attempt == MAX_ATTEMPTS
            || (isReconnecting && !isConflict)
            || Dialect.isLockTimeout(e)) {
          throw StoreException.of(e);
        }
        isReconnecting |= !isConflict; // the connection may be broken
      }
    }
  }

  private <T> T once(Work<T> work, int attempt, boolean isReconnecting, long end)
      throws SQLException {
    Session session = session(isReconnecting);
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

  private Session session(boolean isReconnecting) throws SQLException {
    synchronized (idle) {
      if (isClosed) {
        throw new StoreException("the store in " + database + " is closed");
      }
      Session session = isReconnecting ? null : idle.poll();
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

  /** Waits at most 8 s for active transactions, then closes the connections. */
  @Override
  public void close() {
    boolean isIdle = false;
    try {
      take(connections);
      isIdle = true;
    } finally {
      synchronized (idle) {
        isClosed = true;
        idle.forEach(Session::close);
        idle.clear();
      }
      if (isIdle) {
        free.release(connections);
      }
    }
  }
}
