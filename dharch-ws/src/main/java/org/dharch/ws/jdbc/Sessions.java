package org.dharch.ws.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A bounded number of connections to one data base, and transactions on them, each by the thread
 * that asks. What another transaction was in the way of is done again, {@value #TRIES} times at
 * most; what a connection was lost in is done once more on a new one. Any thread.
 */
public final class Sessions implements AutoCloseable {
  /** How many connections at once may be asked for. */
  public static final int MOST = 64;

  private static final int TRIES = 20;

  /** PostgreSQL: could not be serialized; deadlock; a row of that key was there already. */
  private static final Set<String> IN_THE_WAY = Set.of("40001", "40P01", "23505");

  /** What is done in one transaction. It may be done more than once; only the last time counts. */
  @FunctionalInterface
  public interface Work<T> {
    T in(Session session);
  }

  private final Database database;
  private final Semaphore free;
  private final int connections;
  private final Deque<Session> idle = new ArrayDeque<>(); // of its own monitor
  private boolean isClosed; // of the monitor of idle

  /**
   * @param connections how many at once, from 1 to {@value #MOST}; a SQLite file has one
   * @throws StoreException if so many are not allowed
   */
  public Sessions(Database database, int connections) {
    if (connections < 1 || connections > MOST) {
      throw new StoreException("connections=" + connections + "; 1 to " + MOST + " are allowed");
    }
    this.database = database;
    this.connections = database.dialect() == Dialect.SQLITE ? 1 : connections;
    free = new Semaphore(this.connections, true);
  }

  /**
   * Does all of {@code work} in one transaction, or nothing of it.
   *
   * @throws ConflictException if others were faster every time that it was tried
   * @throws StoreException if the data base fails, or no connection is free, or what is wanted is
   *     held by others, for 8 s in all, or it is closed; nothing was done then, or what was done is
   *     not known
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

  /** Waits for what is under way, 8 s at most, and lets go of the connections. */
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
