package org.dharch.ws.resource;

import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.Sessions;

/**
 * A store in a data base: in a SQLite file, which one node has for itself, or in a PostgreSQL,
 * which any number of nodes share. What a transaction has written is forced to the disk when it
 * returns. Any thread.
 */
public final class JdbcResourceStore implements ResourceStore {
  private static final String PART = "wsrf";
  private static final int VERSION = 1;

  private final Sessions sessions;

  private JdbcResourceStore(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Opens it, and makes the tables if they are missing.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login user and password, under those names, if the data base wants them
   * @param clock this host's; a PostgreSQL's own is used in its place
   * @param connections how many at once, from 1 to 64; a SQLite file has one
   * @throws org.dharch.ws.jdbc.StoreException if it cannot be opened, or is of another version
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
            swept(
                    session,
                    "wsrf_resource",
                    "(service, id)",
                    "service, id",
                    "termination_at",
                    session.now(),
                    limit)
                + swept(
                    session,
                    "wsrf_done",
                    "message",
                    "message",
                    "done_at",
                    session.now() - KEPT_MILLIS,
                    limit));
  }

  /** Rows that another node is at are passed over. */
  private static int swept(
      Session session, String table, String key, String columns, String at, long now, int limit) {
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
            + at
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
