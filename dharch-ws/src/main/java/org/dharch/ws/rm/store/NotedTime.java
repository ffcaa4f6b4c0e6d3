package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;

/**
 * The time of a SQLite file, which has no clock: its host's, but never before what was noted in it.
 * So what was to be done in a minute is not done in a day because the host's clock was set back
 * while no node ran. Noted every {@value #EVERY_MILLIS} ms while one does.
 */
final class NotedTime {
  static final long EVERY_MILLIS = 10_000;

  /** Notes a time, of which there is one row. */
  static final String NOTE =
      "INSERT INTO rm_clock (id, at) VALUES (1, ?)"
          + " ON CONFLICT (id) DO UPDATE SET at = MAX(at, excluded.at)";

  private NotedTime() {}

  /** Makes the table, if it is missing: it is younger than the others. */
  static void prepare(Database database) {
    try (Session session = database.connect()) {
      session.update(
          "CREATE TABLE IF NOT EXISTS rm_clock"
              + " (id INTEGER NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
          bind -> {});
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  /** The clock that goes on from where {@code clock} is, or from what was noted. */
  static InstantSource after(Database database, InstantSource clock) {
    try (Session session = database.connect()) {
      long behind = noted(session) - clock.millis();
      Duration added = Duration.ofMillis(Math.max(0, behind));
      return () -> clock.instant().plus(added);
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  /** A visitor of a store that no node has opened since there is one makes none. */
  private static long noted(Session session) {
    boolean isThere =
        session
            .one(
                "SELECT 1 FROM sqlite_master WHERE name = 'rm_clock'",
                bind -> {},
                row -> row.getInt(1))
            .isPresent();
    return isThere
        ? session.one("SELECT at FROM rm_clock", bind -> {}, row -> row.getLong(1)).orElse(0L)
        : 0;
  }
}
