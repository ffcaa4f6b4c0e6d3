package org.dharch.ws.rm.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection, on which one transaction is under way at a time, with all that came meanwhile. A
 * connection that is lost is opened again with the next.
 */
final class JdbcLane {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcLane.class);
  private static final int TRIES = 5;
  private static final int VALID_SECONDS = 2;

  /** Opens connections. */
  interface Opener {
    Connection open() throws SQLException;
  }

  private final GroupCommit commit = new GroupCommit(this::together);
  private final Opener opener;
  private final Dialect dialect;
  private final InstantSource clock;
  private final String name;
  private volatile Connection connection;
  private JdbcRows rows;
  private volatile boolean isClosed;

  JdbcLane(Opener opener, Dialect dialect, InstantSource clock, String name) {
    this.opener = opener;
    this.dialect = dialect;
    this.clock = clock;
    this.name = name;
  }

  <T> T run(RmStore.Work<T> work) {
    return commit.run(work);
  }

  /** By one thread at a time, which {@link GroupCommit} sees to. */
  private void together(List<GroupCommit.Job<?>> jobs) {
    try {
      attempt(jobs);
    } catch (RmConflictException | SQLException e) {
      jobs.forEach(job -> alone(job, jobs.size() == 1 ? e : null));
    }
  }

  /** One that could not be committed with the others, or by itself. */
  private void alone(GroupCommit.Job<?> job, Exception before) {
    Exception last = before;
    for (int tried = last == null ? 0 : 1; tried < TRIES; tried++) {
      if (last instanceof SQLException && tried > 1) {
        break; // once more, for the connection may have been lost
      }
      job.again();
      try {
        attempt(List.of(job));
        return;
      } catch (RmConflictException | SQLException e) {
        last = e;
      }
    }
    job.failed(
        last instanceof RmConflictException conflict
            ? conflict
            : JdbcRows.failed((SQLException) last));
  }

  private void attempt(List<GroupCommit.Job<?>> jobs) throws SQLException {
    open();
    rows.begin();
    boolean isCommitted = false;
    try {
      dialect.begin(connection);
      Writes pending = new Writes();
      for (GroupCommit.Job<?> job : jobs) {
        UnitOfWork unit = new UnitOfWork(rows, pending);
        try {
          job.in(unit);
          pending.addAll(unit.writes());
        } catch (RmStoreException e) {
          throw e;
        } catch (RuntimeException e) {
          job.failed(e); // its own error: nothing of it is written
        }
      }
      rows.write(pending);
      dialect.commit(connection);
      isCommitted = true;
      rows.committed();
    } catch (RmStoreException e) {
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
    try {
      dialect.rollBack(connection);
      if (connection.isValid(VALID_SECONDS)) {
        return;
      }
    } catch (SQLException e) {
      LOG.debug("rolling back on {}", name, e);
    }
    drop();
  }

  private void open() throws SQLException {
    if (isClosed) {
      throw new SQLException("the store is closed");
    }
    if (connection == null) {
      connection = opener.open();
      rows = new JdbcRows(connection, dialect, clock, name);
    }
  }

  private void drop() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("closing the connection of {}", name, e);
    }
    connection = null;
  }

  /** Waits for what is under way. */
  void close() {
    if (connection == null) {
      isClosed = true;
      return;
    }
    try {
      run(
          transaction -> {
            isClosed = true;
            return null;
          });
    } finally {
      isClosed = true;
      if (connection != null) {
        drop();
      }
    }
  }
}
