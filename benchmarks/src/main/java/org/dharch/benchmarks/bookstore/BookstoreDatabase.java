package org.dharch.benchmarks.bookstore;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.dharch.core.message.DHArchException;

/**
 * The PostgreSQL server of the bookstore, from the jar that Maven provides, in its own folder, with
 * the default durability of PostgreSQL. PostgreSQL refuses to run as root, so for root it runs in a
 * user namespace ({@code unshare -U}). Any thread; close once.
 */
public final class BookstoreDatabase implements AutoCloseable {
  private final EmbeddedPostgres server;
  private final Path data;

  private BookstoreDatabase(EmbeddedPostgres server, Path data) {
    this.server = server;
    this.data = data;
  }

  /**
   * Starts the server and fills the tables.
   *
   * @param folder the folder for its files, which is created
   * @throws DHArchException if PostgreSQL cannot be started on this machine
   */
  public static BookstoreDatabase start(Path folder, Scale scale) throws SQLException {
    Path data = folder.resolve("data");
    EmbeddedPostgres server;
    try {
      server =
          EmbeddedPostgres.builder()
              .setDataDirectory(Files.createDirectories(data))
              .setCleanDataDirectory(true)
              .setPGStartupWait(Duration.ofMinutes(1))
              .setLocaleConfig("locale", "C")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_connections", "450")
              .setServerConfig("shared_buffers", "128MB")
              .setServerConfig("max_wal_size", "1GB")
              .start();
    } catch (IOException | RuntimeException e) {
      throw new DHArchException(
          "cannot start PostgreSQL: "
              + e
              + "; it needs Linux on x86-64, and for root the permission to create a user namespace"
              + " (unshare -U)",
          e);
    }
    BookstoreDatabase database = new BookstoreDatabase(server, data);
    try (Connection connection = server.getPostgresDatabase().getConnection()) {
      Tables.fill(connection, scale);
      return database;
    } catch (SQLException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Returns the JDBC URL for the service. */
  public String jdbcUrl() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Returns the process id of the main PostgreSQL process, the parent of all others. */
  public long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
  }

  /** Returns the size of the database in bytes. */
  public long bytes() throws SQLException {
    return number("select pg_database_size('postgres')");
  }

  /** Returns one number of PostgreSQL's statistics. */
  long number(String query) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Returns how many transactions were committed. */
  public long commits() throws SQLException {
    return number("select xact_commit from pg_stat_database where datname = 'postgres'");
  }

  /** Returns how many bytes of the write-ahead log were written. */
  public long walBytes() throws SQLException {
    return number("select wal_bytes from pg_stat_wal");
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new DHArchException("cannot stop PostgreSQL in " + data + ": " + e, e);
    }
  }
}
