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
 * Where stores are kept: a SQLite file, which one node has for itself, or a PostgreSQL, which any
 * number of nodes share. What a transaction has written is forced to the disk when it returns. Any
 * thread.
 */
public final class Database {
  private final String url;
  private final Dialect dialect;
  private final Properties properties = new Properties();
  private final InstantSource clock;
  private final Optional<StoreFile> file;

  /**
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login user and password, under those names, if the data base wants them
   * @param clock this host's; a PostgreSQL's own is used in its place
   * @throws StoreException if the URL is another
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
   * A new connection.
   *
   * @throws StoreException if the file was deleted, or replaced, since the first
   */
  public Session connect() throws SQLException {
    file.filter(StoreFile::isSeen).ifPresent(StoreFile::check); // or the driver would make another
    return new Session(DriverManager.getConnection(url, properties), dialect, clock, file);
  }

  /**
   * Makes the tables of a part of DHArch if they are missing.
   *
   * @param part its name in {@code dharch_schema}
   * @param version of its tables
   * @param ddl makes them
   * @throws StoreException if it cannot be opened, or has tables of another version
   */
  public void prepare(String part, int version, List<String> ddl) {
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      SchemaVersion.prepare(connection, dialect, url, part, version, ddl);
    } catch (SQLException e) {
      throw unopened(e);
    }
  }

  /**
   * Checks that the tables of a part are there.
   *
   * @throws StoreException if it cannot be opened, or has none, or of another version
   */
  public void require(String part, int version) {
    if (file.isPresent() && !Files.exists(file.get().path())) {
      throw new StoreException("there is no file '" + file.get().path() + "'");
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
