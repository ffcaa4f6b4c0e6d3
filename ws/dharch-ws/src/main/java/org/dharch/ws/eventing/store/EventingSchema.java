package org.dharch.ws.eventing.store;

import java.util.List;
import org.dharch.ws.jdbc.Database;

/** The tables of subscriptions. */
final class EventingSchema {
  /** The columns of a subscription, in reading order. */
  static final String COLUMNS =
      "id, version, soap, format, reliable, notify_to, end_to, manager, expires_at, lost";

  private static final String PART = "eventing";
  private static final int VERSION = 1;

  private EventingSchema() {}

  static void require(Database database) {
    database.require(PART, VERSION);
  }

  static void prepare(Database database) {
    database.prepare(
        PART,
        VERSION,
        List.of(
            "CREATE TABLE IF NOT EXISTS wse_filter (id BIGINT NOT NULL PRIMARY KEY,"
                + " digest VARCHAR(64) NOT NULL UNIQUE, kind VARCHAR(20) NOT NULL,"
                + " expression VARCHAR(4096) NOT NULL, namespaces VARCHAR(16384) NOT NULL,"
                + " subscriptions BIGINT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS wse_subscription (id VARCHAR(36) NOT NULL PRIMARY KEY,"
                + " version VARCHAR(20) NOT NULL, soap VARCHAR(20) NOT NULL,"
                + " format VARCHAR(20) NOT NULL, reliable INTEGER NOT NULL,"
                + " notify_to VARCHAR(6144) NOT NULL, end_to VARCHAR(6144) NOT NULL,"
                + " manager VARCHAR(2048) NOT NULL, expires_at BIGINT NOT NULL,"
                + " lost INTEGER NOT NULL, lost_since BIGINT NOT NULL, filter BIGINT NOT NULL)",
            "CREATE INDEX IF NOT EXISTS wse_subscription_filter"
                + " ON wse_subscription (filter, id)",
            "CREATE INDEX IF NOT EXISTS wse_subscription_expires"
                + " ON wse_subscription (expires_at)",
            "CREATE TABLE IF NOT EXISTS wse_usage (subscriptions BIGINT NOT NULL,"
                + " filters BIGINT NOT NULL, filter_characters BIGINT NOT NULL,"
                + " last_filter BIGINT NOT NULL)",
            "INSERT INTO wse_usage VALUES (0, 0, 0, 0)"));
  }
}
