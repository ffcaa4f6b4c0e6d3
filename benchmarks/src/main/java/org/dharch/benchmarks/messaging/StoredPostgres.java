package org.dharch.benchmarks.messaging;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.dharch.core.message.DHArchException;

/**
 * A PostgreSQL out of a jar that forces each commit to the disk, with some data bases. One thread.
 */
final class StoredPostgres implements AutoCloseable {
  private final EmbeddedPostgres server;
  private int number;

  /**
   * Starts it.
   *
   * @param folder where its files are to be
   * @throws DHArchException if PostgreSQL cannot be started here
   */
  StoredPostgres(Path folder) {
    try {
      server =
          EmbeddedPostgres.builder()
              .setDataDirectory(Files.createDirectories(folder.resolve("postgres")))
              .setCleanDataDirectory(true)
              .setPGStartupWait(Duration.ofMinutes(2))
              .setLocaleConfig("locale", "C")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .start();
    } catch (IOException | RuntimeException e) {
      throw new DHArchException("PostgreSQL cannot be started here: " + e, e);
    }
  }

  /** The URL of a new data base, in which BLOB, the type that CXF's tables want, is one. */
  String newDatabase() throws SQLException {
    String name = "rm" + ++number;
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    String url = server.getJdbcUrl("postgres", name);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DOMAIN blob AS bytea");
    }
    return url;
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new DHArchException("PostgreSQL was not stopped: " + e, e);
    }
  }
}
