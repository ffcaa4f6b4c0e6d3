package org.dharch.ws.rm.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.Held;
import org.dharch.ws.rm.SequenceId;

/** The rows of a data base, by one connection. Not safe for several threads. */
final class JdbcRows implements Rows {
  private static final long USAGE_MILLIS = 1_000;

  private final Session session;
  private final JdbcWrites writer;
  private RmUsage usage = RmUsage.NONE;
  private long usageAt;
  private boolean isUsageKnown;
  private long notedAt;

  /**
   * @param lane whose account of what is kept this connection keeps
   */
  JdbcRows(Session session, String lane) {
    this.session = session;
    writer = new JdbcWrites(session, lane);
  }

  /** It is committed. */
  void committed() {
    usage = usage.plus(writer.change());
    writer.forgetChange();
  }

  /** It is rolled back. */
  void rolledBack() {
    writer.forgetChange();
  }

  @Override
  public long now() {
    return session.now();
  }

  @Override
  public Optional<SequenceRow> sequence(String key) {
    return session.one(
        "SELECT * FROM rm_sequence WHERE id = ?",
        bind -> bind.text(key),
        row -> new SequenceRow(SequenceColumns.read(row), row.getLong("row_version")));
  }

  @Override
  public Optional<String> keyCreatedBy(String messageId) {
    return key("created_by = ? AND created_by <> '' AND role = 'D'", messageId);
  }

  @Override
  public Optional<String> keyNamed(SequenceId id) {
    return key("name = ? AND name <> ''", id.value());
  }

  @Override
  public Optional<String> keyTo(String target) {
    return key("target = ? AND target <> ''", target);
  }

  @Override
  public List<String> keysTo(String target, int limit) {
    return session.query(
        "SELECT id FROM rm_sequence WHERE target = ? AND target <> '' ORDER BY id LIMIT ?",
        bind -> bind.text(target).number(limit),
        row -> row.getString(1));
  }

  private Optional<String> key(String where, String value) {
    return session.one(
        "SELECT id FROM rm_sequence WHERE " + where + " LIMIT 1",
        bind -> bind.text(value),
        row -> row.getString(1));
  }

  @Override
  public Optional<String> keyWith(String by) {
    return session.one(
        "SELECT s.id FROM rm_message m JOIN rm_sequence s ON s.id = m.sequence"
            + " WHERE m.hand = ? AND m.hand <> '' AND s.role = 'S' LIMIT 1",
        bind -> bind.text(by),
        row -> row.getString(1));
  }

  @Override
  public Held messages(String key) {
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

  /** What others keep is looked up once in a second. */
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
      writer.forgetChange(); // what this transaction has written already is among it
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
    long at = now();
    note(at);
    return session.query(
        "UPDATE rm_sequence SET lease = ?, lease_until = ? WHERE id IN (SELECT id FROM rm_sequence"
            + " WHERE due_at <= ? AND (lease_until <= ? OR lease = ?) ORDER BY due_at LIMIT ?"
            + session.dialect().skipLocked()
            + ") RETURNING id",
        bind -> bind.text(node).number(at + millis).number(at).number(at).text(node).number(limit),
        row -> row.getString(1));
  }

  /** Where the data base has no clock, how late it is, for its next life. */
  private void note(long at) {
    if (session.dialect() == Dialect.SQLITE && at - notedAt >= NotedTime.EVERY_MILLIS) {
      session.update(NotedTime.NOTE, bind -> bind.number(at));
      notedAt = at;
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
