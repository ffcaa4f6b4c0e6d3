package org.dharch.ws.rm.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.ws.rm.Held;
import org.dharch.ws.rm.SequenceId;

/** The rows of a data base, by one connection. Not safe for several threads. */
final class JdbcRows implements Rows {
  private static final long USAGE_MILLIS = 1_000;

  /** Reads one row. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Sets the parameters of a statement. */
  interface Parameters {
    void set(Binder bind) throws SQLException;
  }

  private final Connection connection;
  private final Dialect dialect;
  private final InstantSource clock;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final JdbcWrites writer;
  private long now;
  private RmUsage usage = RmUsage.NONE;
  private long usageAt;
  private boolean isUsageKnown;

  /**
   * @param lane whose account of what is kept this connection keeps
   */
  JdbcRows(Connection connection, Dialect dialect, InstantSource clock, String lane) {
    this.connection = connection;
    this.dialect = dialect;
    this.clock = clock;
    writer = new JdbcWrites(this, lane);
  }

  /** A transaction begins. */
  void begin() {
    now = 0;
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

  PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  <T> List<T> query(String sql, Parameters parameters, Reader<T> reader) {
    try {
      PreparedStatement statement = statement(sql);
      parameters.set(new Binder(statement));
      List<T> found = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.add(reader.read(row));
        }
      }
      return found;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private <T> Optional<T> one(String sql, Parameters parameters, Reader<T> reader) {
    return query(sql, parameters, reader).stream().findFirst();
  }

  static RmStoreException failed(SQLException e) {
    return new RmStoreException("the data base failed: " + e.getMessage(), e);
  }

  @Override
  public long now() {
    if (now == 0) {
      now =
          dialect.now().isEmpty()
              ? clock.millis()
              : one(dialect.now(), bind -> {}, row -> row.getLong(1)).orElseThrow();
    }
    return now;
  }

  @Override
  public Optional<SequenceRow> sequence(String key) {
    return one(
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

  private Optional<String> key(String where, String value) {
    return one(
        "SELECT id FROM rm_sequence WHERE " + where + " LIMIT 1",
        bind -> bind.text(value),
        row -> row.getString(1));
  }

  @Override
  public Optional<String> keyWith(String by) {
    return one(
        "SELECT s.id FROM rm_message m JOIN rm_sequence s ON s.id = m.sequence"
            + " WHERE m.hand = ? AND m.hand <> '' AND s.role = 'S' LIMIT 1",
        bind -> bind.text(by),
        row -> row.getString(1));
  }

  @Override
  public Held messages(String key) {
    return new JdbcMessages(this, key);
  }

  @Override
  public Optional<byte[]> envelope(String key, long number) {
    return one(
            "SELECT envelope FROM rm_message WHERE sequence = ? AND number = ?",
            bind -> bind.text(key).number(number),
            row -> Optional.ofNullable(row.getBytes(1)))
        .flatMap(envelope -> envelope);
  }

  /** What others keep is looked up once in a second. */
  @Override
  public RmUsage usage() {
    if (!isUsageKnown || clock.millis() - usageAt >= USAGE_MILLIS) {
      usage =
          one(
                  "SELECT COALESCE(SUM(sequences), 0), COALESCE(SUM(messages), 0),"
                      + " COALESCE(SUM(bytes), 0) FROM rm_usage",
                  bind -> {},
                  row -> new RmUsage(row.getLong(1), row.getLong(2), row.getLong(3)))
              .orElseThrow();
      writer.forgetChange(); // what this transaction has written already is among it
      usageAt = clock.millis();
      isUsageKnown = true;
    }
    return usage.plus(writer.change());
  }

  @Override
  public List<String> keys(String after, int limit) {
    return query(
        "SELECT id FROM rm_sequence WHERE id > ? ORDER BY id LIMIT ?",
        bind -> bind.text(after).number(limit),
        row -> row.getString(1));
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    long at = now();
    return query(
        "UPDATE rm_sequence SET lease = ?, lease_until = ? WHERE id IN (SELECT id FROM rm_sequence"
            + " WHERE due_at <= ? AND (lease_until <= ? OR lease = ?) ORDER BY due_at LIMIT ?"
            + dialect.skipLocked()
            + ") RETURNING id",
        bind -> bind.text(node).number(at + millis).number(at).number(at).text(node).number(limit),
        row -> row.getString(1));
  }

  @Override
  public void write(Writes writes) {
    try {
      writer.write(writes);
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
