package org.dharch.ws.rm.store;

import java.util.List;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Dialect;

/** The tables of reliable messaging. */
final class RmSchema {
  private static final String PART = "rm";
  private static final int VERSION = 1;

  private RmSchema() {}

  static void prepare(Database database) {
    database.prepare(PART, VERSION, tables(database.dialect()));
    if (database.dialect() == Dialect.SQLITE) {
      RecordedTime.prepare(database);
    }
  }

  static void require(Database database) {
    database.require(PART, VERSION);
  }

  private static List<String> tables(Dialect dialect) {
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
            + dialect.bytes()
            + ", PRIMARY KEY (sequence, number))",
        // starts with the state: otherwise PostgreSQL, which may cache a plan of the empty table,
        // would search all messages of a sequence
        "CREATE INDEX IF NOT EXISTS rm_message_due ON rm_message (state, sequence, due_at)",
        "CREATE UNIQUE INDEX IF NOT EXISTS rm_message_hand ON rm_message (hand)"
            + " WHERE hand <> ''",
        "CREATE TABLE IF NOT EXISTS rm_usage (lane VARCHAR(200) NOT NULL PRIMARY KEY,"
            + " sequences BIGINT NOT NULL, messages BIGINT NOT NULL, bytes BIGINT NOT NULL)");
  }
}
