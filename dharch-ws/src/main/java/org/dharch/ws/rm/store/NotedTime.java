package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;

/**
 * The clock of a SQLite file: the host's clock, but never before the recorded time. Without it, an
 * action due in a minute could happen a day later if the host's clock was set back while no node
 * was running. A running node records the time every {@value #EVERY_MILLIS} ms.
 */
final class NotedTime {
  static final long EVERY_MILLIS = 10_000;

  /** Records the time in the only row. */
  static final String NOTE =
      "INSERT INTO rm_clock (id, at) VALUES (1, ?)"
          + " ON CONFLICT (id) DO UPDATE SET at = MAX(at, excluded.at)";

  private NotedTime() {}

  /** Creates the table if it is missing. */
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

  /**
   * Returns a clock that continues from {@code clock} or from the recorded time, whichever is
   * later.
   */
  static InstantSource after(Database database, InstantSource clock) {
    try (Session session = database.connect()) {
      long behind = noted(session) - clock.millis();
      Duration added = Duration.ofMillis(Math.max(0, behind));
      return () -> clock.instant().plus(added);
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  /** Returns the recorded time; read-only access does not create the table. */
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
