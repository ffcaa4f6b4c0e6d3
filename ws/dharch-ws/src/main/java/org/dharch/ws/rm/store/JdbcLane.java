package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.util.List;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;

/**
 * One connection that runs batches of transactions. Reopens a lost connection for the next batch.
 */
final class JdbcLane {
  private static final int MAX_ATTEMPTS = 5;

  private final GroupCommit commit = new GroupCommit(this::runBatch);
  private final Database database;
  private final String name;
  private volatile Session session;
  private JdbcRows rows;
  private volatile boolean isClosed;

  JdbcLane(Database database, String name) {
    this.database = database;
    this.name = name;
  }

  <T> T run(RmStore.Work<T> work) {
    return commit.run(work);
  }

  /** Called by one thread at a time, see {@link GroupCommit}. */
  private void runBatch(List<GroupCommit.Job<?>> jobs) {
    try {
      attempt(jobs);
    } catch (ConflictException | SQLException e) {
      if (e instanceof SQLException problem && Dialect.isBusy(problem)) {
        RuntimeException busy = StoreException.of(problem); // each alone would wait as long
        jobs.forEach(job -> job.fail(busy));
        return;
      }
      jobs.forEach(job -> runAlone(job, jobs.size() == 1 ? e : null));
    }
  }

  /** Runs a transaction alone after the commit of its batch failed. */
  private void runAlone(GroupCommit.Job<?> job, Exception before) {
    Exception last = before;
    for (int attempts = last == null ? 0 : 1; attempts < MAX_ATTEMPTS; attempts++) {
      if (last instanceof SQLException problem
          && (attempts > 1 || Dialect.isLockTimeout(problem))) {
        break; // one more attempt, because the connection may have been lost
      }
      job.reset();
      try {
        attempt(List.of(job));
        return;
      } catch (ConflictException | SQLException e) {
        last = e;
      }
    }
    job.fail(
        last instanceof ConflictException conflict
            ? conflict
            : StoreException.of((SQLException) last));
  }

  private void attempt(List<GroupCommit.Job<?>> jobs) throws SQLException {
    open();
    boolean isCommitted = false;
    try {
      session.begin();
      Writes writes = new Writes();
      for (GroupCommit.Job<?> job : jobs) {
        UnitOfWork unit = new UnitOfWork(rows, writes);
        try {
          job.run(unit);
          writes.addAll(unit.writes());
        } catch (StoreException e) {
          throw e;
        } catch (RuntimeException e) {
          job.fail(e); // its own error; it wrote nothing
        }
      }
      rows.write(writes);
      session.commit();
      isCommitted = true;
      rows.committed();
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw e;
    } finally {
      if (!isCommitted) {
        rollBack();
      }
    }
  }

  private void rollBack() {
    rows.rolledBack();
    if (!session.rollBack()) {
      disconnect();
    }
  }

  private void open() throws SQLException {
    if (isClosed) {
      throw new SQLException("the store is closed");
    }
    if (session == null) {
      session = database.connect();
      rows = new JdbcRows(session, name);
    }
  }

  private void disconnect() {
    session.close();
    session = null;
  }

  /** Waits for the active batch. */
  void close() {
    if (session == null) {
      isClosed = true;
      return;
    }
    try {
      run(
          transaction -> {
            isClosed = true;
            return null;
          });
    } catch (StoreException e) {
      // the active batch receives the error
    } finally {
      isClosed = true;
      if (session != null) {
        disconnect();
      }
    }
  }
}
