package org.dharch.ws.rm.store;

import java.util.List;
import java.util.Properties;

/** What differs between the data bases. */
enum Dialect {
  /** A file, of one node. */
  SQLITE("BLOB", "", "") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL"); // a commit is on the disk when it returns
      properties.setProperty("transaction_mode", "IMMEDIATE");
      properties.setProperty("busy_timeout", "10000");
    }
  },
  /** A server, of any number of nodes. */
  POSTGRESQL(
      "BYTEA",
      " FOR UPDATE SKIP LOCKED",
      "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("ApplicationName", "dharch-rm");
      // whatever the server's default is: a commit is on the disk when it returns
      properties.setProperty("options", "-c synchronous_commit=on");
    }
  };

  private final String bytes;
  private final String skipLocked;
  private final String now;

  Dialect(String bytes, String skipLocked, String now) {
    this.bytes = bytes;
    this.skipLocked = skipLocked;
    this.now = now;
  }

  /** How a connection has to be opened. */
  abstract void configure(Properties properties);

  /** A query of the data base's own time, in milliseconds; empty if it has none but this host's. */
  String now() {
    return now;
  }

  /** What is added to a query of rows that are to be changed, to pass over those of others. */
  String skipLocked() {
    return skipLocked;
  }

  /**
   * That of a JDBC URL.
   *
   * @throws RmStoreException if it is one that this store cannot be kept in
   */
  static Dialect of(String url) {
    if (url.startsWith("jdbc:sqlite:")) {
      return SQLITE;
    } else if (url.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    String why =
        url.startsWith("jdbc:h2:")
            ? "; H2 does not force its log to the disk with every commit"
            : "";
    throw new RmStoreException(
        "no messages can be kept in "
            + url
            + why
            + "; jdbc:sqlite:FILE and jdbc:postgresql:… are allowed");
  }

  /** The tables and their indices. */
  List<String> schema() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS rm_sequence ("
            + SequenceColumns.DECLARATION
            + ", lease VARCHAR(200) NOT NULL DEFAULT ''"
            + ", lease_until BIGINT NOT NULL DEFAULT 0"
            + ", row_version BIGINT NOT NULL)",
        "CREATE INDEX IF NOT EXISTS rm_sequence_due ON rm_sequence (due_at)",
        "CREATE INDEX IF NOT EXISTS rm_sequence_name ON rm_sequence (name) WHERE name <> ''",
        "CREATE INDEX IF NOT EXISTS rm_sequence_target ON rm_sequence (target)"
            + " WHERE target <> ''",
        "CREATE UNIQUE INDEX IF NOT EXISTS rm_sequence_created ON rm_sequence (created_by)"
            + " WHERE created_by <> '' AND role = 'D'",
        "CREATE TABLE IF NOT EXISTS rm_message ("
            + MessageColumns.DECLARATION
            + ", envelope "
            + bytes
            + ", PRIMARY KEY (sequence, number))",
        "CREATE INDEX IF NOT EXISTS rm_message_due ON rm_message (sequence, state, due_at)",
        "CREATE UNIQUE INDEX IF NOT EXISTS rm_message_hand ON rm_message (hand)"
            + " WHERE hand <> ''",
        "CREATE TABLE IF NOT EXISTS rm_usage (lane VARCHAR(200) NOT NULL PRIMARY KEY,"
            + " sequences BIGINT NOT NULL, messages BIGINT NOT NULL, bytes BIGINT NOT NULL)");
  }
}
