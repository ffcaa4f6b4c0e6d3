package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;

/**
 * The clock of a SQLite file: the host's clock, but never before the recorded time, so that actions
 * are not delayed if the clock is set back while no node runs. A running node records the time
 * every {@value #INTERVAL_MILLIS} ms.
 */
final class RecordedTime {
  static final long INTERVAL_MILLIS = 10_000;

  static final String RECORD =
      "INSERT INTO rm_clock (id, at) VALUES (1, ?)"
          + " ON CONFLICT (id) DO UPDATE SET at = MAX(at, excluded.at)";

  private RecordedTime() {}

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

  /** Returns a clock that starts from {@code clock} or the recorded time, whichever is later. */
  static InstantSource after(Database database, InstantSource clock) {
    try (Session session = database.connect()) {
      long behind = recorded(session) - clock.millis();
      Duration offset = Duration.ofMillis(Math.max(0, behind));
      return () -> clock.instant().plus(offset);
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  /** Does not create the table. */
  private static long recorded(Session session) {
    boolean exists =
        session
            .one(
                "SELECT 1 FROM sqlite_master WHERE name = 'rm_clock'",
                bind -> {},
                row -> row.getInt(1))
            .isPresent();
    return exists
        ? session.one("SELECT at FROM rm_clock", bind -> {}, row -> row.getLong(1)).orElse(0L)
        : 0;
  }
}
