package org.dharch.ws.jdbc;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: its statements, each prepared once, and its transactions, one at a time. Not safe
 * for several threads.
 */
public final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final int VALID_SECONDS = 2;

  /** Reads one row. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Sets the parameters of a statement. */
  public interface Parameters {
    void set(Binder bind) throws SQLException;
  }

  private final Connection connection;
  private final Dialect dialect;
  private final InstantSource clock;
  private final List<StoreFile> files; // without which nothing is kept
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private long now;
  private int attempt = 1;

  Session(Connection connection, Dialect dialect, InstantSource clock, Optional<StoreFile> file) {
    this.connection = connection;
    this.dialect = dialect;
    this.clock = clock;
    files = file.map(it -> List.of(it, it.log())).orElse(List.of());
  }

  public Dialect dialect() {
    return dialect;
  }

  /** How often the transaction at hand was begun, 1 the first time. */
  public int attempt() {
    return attempt;
  }

  void attempt(int number) {
    attempt = number;
  }

  /** A transaction begins. */
  public void begin() throws SQLException {
    begin(Dialect.WAIT_MILLIS);
  }

  /** The same; it waits no longer than this for what others hold. */
  void begin(long millis) throws SQLException {
    now = 0;
    dialect.begin(connection, millis);
  }

  /**
   * It counts when this returns.
   *
   * @throws StoreException if the file is not there any more; nothing was done
   */
  public void commit() throws SQLException {
    files.forEach(StoreFile::check);
    dialect.commit(connection);
  }

  /** True if the connection can be used further. */
  public boolean rollBack() {
    try {
      dialect.rollBack(connection);
      return connection.isValid(VALID_SECONDS);
    } catch (SQLException e) {
      LOG.debug("rolling back", e);
      return false;
    }
  }

  /**
   * The time in this transaction, in milliseconds since 1970: the data base's own if it has one, so
   * that the nodes which share it have one time, else this host's.
   */
  public long now() {
    if (now == 0) {
      now =
          dialect.now().isEmpty()
              ? clock.millis()
              : one("SELECT " + dialect.now(), bind -> {}, row -> row.getLong(1)).orElseThrow();
    }
    return now;
  }

  /** A query has said the data base's time: it is this transaction's, if that has none yet. */
  public void isNow(long millis) {
    if (now == 0) {
      now = millis;
    }
  }

  /** This host's time, without a question to the data base; for what concerns this host alone. */
  public long hostMillis() {
    return clock.millis();
  }

  /** A statement that belongs to this session, and is closed with it. */
  public PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  /**
   * All rows of a query, or of a statement that returns some.
   *
   * @throws StoreException if it fails
   */
  public <T> List<T> query(String sql, Parameters parameters, Reader<T> reader) {
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
      throw StoreException.of(e);
    }
  }

  /** The first row of a query. */
  public <T> Optional<T> one(String sql, Parameters parameters, Reader<T> reader) {
    return query(sql, parameters, reader).stream().findFirst();
  }

  /**
   * How many rows a statement has changed.
   *
   * @throws StoreException if it fails
   */
  public int update(String sql, Parameters parameters) {
    try {
      PreparedStatement statement = statement(sql);
      parameters.set(new Binder(statement));
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("closing a connection", e);
    }
  }
}
