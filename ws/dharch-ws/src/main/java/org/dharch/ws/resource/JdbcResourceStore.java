package org.dharch.ws.resource;

import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.Sessions;

/**
 * Stores resources in a database: the SQLite file of one node, or a PostgreSQL database that nodes
 * share. Commits are forced to the disk. Thread-safe.
 */
public final class JdbcResourceStore implements ResourceStore {
  private static final String PART = "wsrf";
  private static final int VERSION = 1;

  private final Sessions sessions;

  private JdbcResourceStore(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Opens the store and creates missing tables.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login the properties user and password, if the database requires them
   * @param clock this host's clock; PostgreSQL uses its own
   * @param connections the number of connections, from 1 to 64; a SQLite file uses one
   * @throws org.dharch.ws.jdbc.StoreException if the store cannot be opened or has another version
   */
  public static JdbcResourceStore open(
      String url, Properties login, InstantSource clock, int connections) {
    Database database = new Database(url, login, clock);
    Sessions sessions = new Sessions(database, connections);
    database.prepare(PART, VERSION, tables(database.dialect()));
    return new JdbcResourceStore(sessions);
  }

  private static List<String> tables(Dialect dialect) {
    return List.of(
        "CREATE TABLE IF NOT EXISTS wsrf_resource (service VARCHAR("
            + ResourceKey.MAX_LENGTH
            + ") NOT NULL, id VARCHAR("
            + ResourceKey.MAX_LENGTH
            + ") NOT NULL, document "
            + dialect.bytes()
            + " NOT NULL, termination_at BIGINT, row_version BIGINT NOT NULL,"
            + " PRIMARY KEY (service, id))",
        "CREATE INDEX IF NOT EXISTS wsrf_resource_termination ON wsrf_resource (termination_at)"
            + " WHERE termination_at IS NOT NULL",
        "CREATE TABLE IF NOT EXISTS wsrf_done (message VARCHAR(300) NOT NULL PRIMARY KEY,"
            + " outcome "
            + dialect.bytes()
            + " NOT NULL, done_at BIGINT NOT NULL)",
        "CREATE INDEX IF NOT EXISTS wsrf_done_at ON wsrf_done (done_at)");
  }

  @Override
  public <T> T transact(Work<T> work) {
    return sessions.transact(session -> work.in(new JdbcResources(session)));
  }

  @Override
  public int sweep(int limit) {
    return sessions.transact(
        session ->
            deleteExpired(
                    session,
                    "wsrf_resource",
                    "(service, id)",
                    "service, id",
                    "termination_at",
                    session.now(),
                    limit)
                + deleteExpired(
                    session,
                    "wsrf_done",
                    "message",
                    "message",
                    "done_at",
                    session.now() - KEPT_MILLIS,
                    limit));
  }

  /** Deletes expired rows; skips rows that other nodes have locked. */
  private static int deleteExpired(
      Session session,
      String table,
      String key,
      String columns,
      String timeColumn,
      long now,
      int limit) {
    return session.update(
        "DELETE FROM "
            + table
            + " WHERE "
            + key
            + " IN (SELECT "
            + columns
            + " FROM "
            + table
            + " WHERE "
            + timeColumn
            + " <= ? LIMIT ?"
            + session.dialect().skipLocked()
            + ")",
        bind -> bind.number(now).number(limit));
  }

  @Override
  public void close() {
    sessions.close();
  }
}
