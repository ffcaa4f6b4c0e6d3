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

/** One connection with its prepared statements and one transaction at a time. Not thread-safe. */
public final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final int VALID_SECONDS = 2;

  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public interface Parameters {
    void set(Binder bind) throws SQLException;
  }

  private final Connection connection;
  private final Dialect dialect;
  private final InstantSource clock;
  private final List<StoreFile> files; // of SQLite
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private long now;
  private int attempt = 1;

  Session(Connection connection, Dialect dialect, InstantSource clock, Optional<StoreFile> file) {
    this.connection = connection;
    this.dialect = dialect;
    this.clock = clock;
    files = file.map(main -> List.of(main, main.log())).orElse(List.of());
  }

  public Dialect dialect() {
    return dialect;
  }

  /** The attempt of the current transaction, from 1. */
  public int attempt() {
    return attempt;
  }

  void attempt(int number) {
    attempt = number;
  }

  public void begin() throws SQLException {
    begin(Dialect.WAIT_MILLIS);
  }

  void begin(long millis) throws SQLException {
    now = 0;
    dialect.begin(connection, millis);
  }

  /**
   * Commits the transaction.
   *
   * @throws StoreException if the file no longer exists; nothing was committed
   */
  public void commit() throws SQLException {
    files.forEach(StoreFile::check);
    dialect.commit(connection);
  }

  /** Rolls the transaction back. Returns true if the connection is still usable. */
  public boolean rollBack() {
    try {
      dialect.rollBack(connection);
      return connection.isValid(VALID_SECONDS);
    } catch (SQLException e) {
      LOG.debug("rollback failed", e);
      return false;
    }
  }

  /**
   * The time of this transaction, in milliseconds since 1970, the same for all nodes of a database:
   * the database's time if it has a clock, otherwise this host's.
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

  /** Sets the time of this transaction from a query's result, unless it is set. */
  public void time(long millis) {
    now = now == 0 ? millis : now;
  }

  /** This host's time, without a query; for local purposes only. */
  public long hostMillis() {
    return clock.millis();
  }

  /** Returns a prepared statement, which the session caches and closes. */
  public PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  /**
   * Reads all rows of a query or of a statement with a RETURNING clause.
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

  /** Reads the first row of a query. */
  public <T> Optional<T> one(String sql, Parameters parameters, Reader<T> reader) {
    return query(sql, parameters, reader).stream().findFirst();
  }

  /**
   * Executes an update; returns the number of changed rows.
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
      LOG.debug("failed to close a connection", e);
    }
  }
}
