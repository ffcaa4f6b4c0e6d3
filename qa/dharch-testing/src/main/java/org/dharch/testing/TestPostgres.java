package org.dharch.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL from a jar, one for all tests of a JVM, each with its own database. */
public final class TestPostgres {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private static final EmbeddedPostgres SERVER = start();

  private TestPostgres() {}

  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setPGStartupWait(Duration.ofMinutes(2))
              .setLocaleConfig("locale", "C")
              .setServerConfig("max_connections", "50")
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(EmbeddedPostgres server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the URL of a new database. */
  public static String newDatabase() {
    String name = "test" + NUMBER.incrementAndGet();
    try (Connection connection = SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return SERVER.getJdbcUrl("postgres", name);
  }

  /** Closes all other connections to a database. */
  public static void closeOtherConnections(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
  }
}
