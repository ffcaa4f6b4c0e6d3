package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;

/** The rows of a database, on one connection. Not thread-safe. */
final class JdbcRows implements Rows {
  private static final long USAGE_MILLIS = 1_000;
  private static final String NOW = "at_now";

  private final Session session;
  private final JdbcWrites writer;
  private RmUsage usage = RmUsage.NONE;
  private long usageAt;
  private boolean isUsageKnown;
  private long recordedAt;

  /**
   * @param lane the name of the usage record of this connection
   */
  JdbcRows(Session session, String lane) {
    this.session = session;
    writer = new JdbcWrites(session, lane);
  }

  void committed() {
    usage = usage.plus(writer.change());
    writer.forgetChange();
  }

  void rolledBack() {
    writer.forgetChange();
  }

  @Override
  public long now() {
    return session.now();
  }

  @Override
  public Optional<SequenceRow> sequence(String key) {
    return sequence("id = ?", key);
  }

  @Override
  public Optional<SequenceRow> createdBy(String messageId) {
    return sequence("created_by = ? AND created_by <> '' AND role = 'D'", messageId);
  }

  @Override
  public Optional<SequenceRow> named(SequenceId id) {
    return sequence("name = ? AND name <> ''", id.value());
  }

  @Override
  public Optional<SequenceRow> to(String target) {
    return sequence("target = ? AND target <> ''", Target.hash(target));
  }

  /** Also reads the database's time, which nearly every transaction needs. */
  private Optional<SequenceRow> sequence(String where, String value) {
    String now = session.dialect().now();
    return session.one(
        "SELECT *"
            + (now.isEmpty() ? "" : ", " + now + " AS " + NOW)
            + " FROM rm_sequence WHERE "
            + where
            + " LIMIT 1",
        bind -> bind.text(value),
        row -> {
          if (!now.isEmpty()) {
            session.time(row.getLong(NOW));
          }
          return new SequenceRow(SequenceColumns.read(row), row.getLong("row_version"));
        });
  }

  @Override
  public List<String> keysTo(String target, int limit) {
    return session.query(
        "SELECT id FROM rm_sequence WHERE target = ? AND target <> '' ORDER BY id LIMIT ?",
        bind -> bind.text(Target.hash(target)).number(limit),
        row -> row.getString(1));
  }

  @Override
  public Optional<String> keyOwnedBy(String owner) {
    return session.one(
        "SELECT sequence FROM rm_message WHERE hand = ? AND hand <> ''",
        bind -> bind.text(owner),
        row -> row.getString(1));
  }

  @Override
  public SequenceMessages messages(String key) {
    return new JdbcMessages(session, key);
  }

  @Override
  public Optional<byte[]> envelope(String key, long number) {
    return session
        .one(
            "SELECT envelope FROM rm_message WHERE sequence = ? AND number = ?",
            bind -> bind.text(key).number(number),
            row -> Optional.ofNullable(row.getBytes(1)))
        .flatMap(envelope -> envelope);
  }

  /** Reads the usage of other connections at most once per second. */
  @Override
  public RmUsage usage() {
    if (!isUsageKnown || session.hostMillis() - usageAt >= USAGE_MILLIS) {
      usage =
          session
              .one(
                  "SELECT COALESCE(SUM(sequences), 0), COALESCE(SUM(messages), 0),"
                      + " COALESCE(SUM(bytes), 0) FROM rm_usage",
                  bind -> {},
                  row -> new RmUsage(row.getLong(1), row.getLong(2), row.getLong(3)))
              .orElseThrow();
      writer.forgetChange(); // includes the changes of this transaction
      usageAt = session.hostMillis();
      isUsageKnown = true;
    }
    return usage.plus(writer.change());
  }

  @Override
  public List<String> keys(String after, int limit) {
    return session.query(
        "SELECT id FROM rm_sequence WHERE id > ? ORDER BY id LIMIT ?",
        bind -> bind.text(after).number(limit),
        row -> row.getString(1));
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    long now = now();
    recordTime(now);
    return session.query(
        "UPDATE rm_sequence SET lease = ?, lease_until = ? WHERE id IN (SELECT id FROM rm_sequence"
            + " WHERE due_at <= ? AND (lease_until <= ? OR lease = ?) ORDER BY due_at LIMIT ?"
            + session.dialect().skipLocked()
            + ") RETURNING id",
        bind ->
            bind.text(node).number(now + millis).number(now).number(now).text(node).number(limit),
        row -> row.getString(1));
  }

  /** Records the time for the next process if the database has no clock. */
  private void recordTime(long now) {
    if (session.dialect() == Dialect.SQLITE && now - recordedAt >= RecordedTime.INTERVAL_MILLIS) {
      session.update(RecordedTime.RECORD, bind -> bind.number(now));
      recordedAt = now;
    }
  }

  @Override
  public void write(Writes writes) {
    try {
      writer.write(writes);
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }
}
