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
 * The bookstore's PostgreSQL: a server of its own out of the jar that Maven brings, in a folder of
 * its own, with what a data base does by itself to keep what it has committed. Started as root it
 * runs in a user namespace of its own ({@code unshare -U}), for PostgreSQL refuses to be root. Any
 * thread; close once.
 */
public final class BookstoreDatabase implements AutoCloseable {
  private final EmbeddedPostgres server;
  private final Path data;

  private BookstoreDatabase(EmbeddedPostgres server, Path data) {
    this.server = server;
    this.data = data;
  }

  /**
   * Starts it and fills it.
   *
   * @param folder where its files are; made new
   * @throws DHArchException if PostgreSQL cannot be started here; says why
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
          "PostgreSQL cannot be started here: "
              + e
              + "; it needs Linux on x86-64, and as root the right to make a user namespace"
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

  /** Where a service finds it. */
  public String jdbcUrl() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** The process id of PostgreSQL's first process, the parent of all its others. */
  public long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
  }

  /** The size of everything in it, in bytes. */
  public long bytes() throws SQLException {
    return number("select pg_database_size('postgres')");
  }

  /** What one number of its own statistics is now. */
  long number(String query) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** How many transactions it has committed. */
  public long commits() throws SQLException {
    return number("select xact_commit from pg_stat_database where datname = 'postgres'");
  }

  /** How many bytes of its log it has written. */
  public long walBytes() throws SQLException {
    return number("select wal_bytes from pg_stat_wal");
  }

  /** How many transactions wait for another's lock now. */
  public long lockWaits() throws SQLException {
    return number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'");
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new DHArchException("PostgreSQL in " + data + " was not stopped: " + e, e);
    }
  }
}
