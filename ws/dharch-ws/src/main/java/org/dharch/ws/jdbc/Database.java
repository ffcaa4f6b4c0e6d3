package org.dharch.ws.jdbc;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A database for stores: the SQLite file of one node, or a PostgreSQL database that nodes share.
 * Commits are forced to the disk. Thread-safe.
 */
public final class Database {
  private final String url;
  private final Dialect dialect;
  private final Properties properties = new Properties();
  private final InstantSource clock;
  private final Optional<StoreFile> file;

  /**
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login the properties user and password, if the database requires them
   * @param clock this host's clock; PostgreSQL uses its own
   * @throws StoreException if the URL has another form
   */
  public Database(String url, Properties login, InstantSource clock) {
    this.url = url;
    this.clock = clock;
    dialect = Dialect.of(url);
    properties.putAll(login);
    dialect.configure(properties);
    file = StoreFile.of(url);
  }

  public Dialect dialect() {
    return dialect;
  }

  /**
   * Opens a connection.
   *
   * @throws StoreException if the file was deleted or replaced since the first connection
   */
  public Session connect() throws SQLException {
    file.filter(StoreFile::isSeen).ifPresent(StoreFile::check); // the driver would create a file
    return new Session(DriverManager.getConnection(url, properties), dialect, clock, file);
  }

  /**
   * Creates the missing tables of a part of DHArch.
   *
   * @param part its name in {@code dharch_schema}
   * @param version the version of its tables
   * @param ddl the statements that create them
   * @throws StoreException if the database cannot be opened or its tables have another version
   */
  public void prepare(String part, int version, List<String> ddl) {
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      SchemaVersion.prepare(connection, dialect, url, part, version, ddl);
    } catch (SQLException e) {
      throw unopened(e);
    }
  }

  /**
   * Checks that the tables of a part exist.
   *
   * @throws StoreException if the database cannot be opened, or the tables are missing or have
   *     another version
   */
  public void require(String part, int version) {
    if (file.isPresent() && !Files.exists(file.get().path())) {
      throw new StoreException("file not found: '" + file.get().path() + "'");
    }
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      SchemaVersion.require(connection, url, part, version);
    } catch (SQLException e) {
      throw unopened(e);
    }
  }

  private StoreException unopened(SQLException e) {
    return new StoreException(url + " cannot be opened: " + e.getMessage(), e);
  }

  @Override
  public String toString() {
    return url;
  }
}
