package org.dharch.benchmarks.site;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.dharch.core.message.DHArchException;

/**
 * A PostgreSQL from a jar that forces each commit to the disk, with several databases. One thread.
 */
public final class PostgresServer implements AutoCloseable {
  /** The user name of all clients. */
  public static final String USER = "postgres";

  private static final String LOOPBACK = "127.0.0.1";

  private final Path data;
  private final String address;
  private final EmbeddedPostgres server;
  private int number;

  private PostgresServer(Path data, String address, EmbeddedPostgres server) {
    this.data = data;
    this.address = address;
    this.server = server;
  }

  /**
   * Starts a server for this machine alone.
   *
   * @param folder the folder for its files
   * @throws DHArchException if PostgreSQL cannot be started
   */
  public static PostgresServer start(Path folder) {
    return start(folder, LOOPBACK);
  }

  /**
   * Starts a server that also listens at another address of this machine. It accepts clients of
   * that network without a password, so the network must be local to this machine.
   *
   * @param folder the folder for its files
   * @throws DHArchException if PostgreSQL cannot be started
   */
  public static PostgresServer start(Path folder, String address) {
    Path data = folder.resolve("postgres");
    EmbeddedPostgres server;
    try {
      server =
          EmbeddedPostgres.builder()
              .setDataDirectory(Files.createDirectories(data))
              .setCleanDataDirectory(true)
              .setPGStartupWait(Duration.ofMinutes(2))
              .setLocaleConfig("locale", "C")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig(
                  "listen_addresses",
                  address.equals(LOOPBACK) ? LOOPBACK : LOOPBACK + "," + address)
              .start();
    } catch (IOException | RuntimeException e) {
      throw new DHArchException("cannot start PostgreSQL: " + e, e);
    }
    PostgresServer started = new PostgresServer(data, address, server);
    try {
      if (!address.equals(LOOPBACK)) {
        started.permitNetwork();
      }
      return started;
    } catch (IOException | SQLException | RuntimeException e) {
      started.close();
      throw new DHArchException("cannot open PostgreSQL for " + address + ": " + e, e);
    }
  }

  /** Permits clients from its own network. */
  private void permitNetwork() throws IOException, SQLException {
    Files.writeString(
        data.resolve("pg_hba.conf"), "host all all samenet trust\n", StandardOpenOption.APPEND);
    execute(server.getJdbcUrl(USER, "postgres"), "SELECT pg_reload_conf()");
  }

  private static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /**
   * Returns the URL of a new database.
   *
   * @param statements SQL to run in it first
   */
  public String newDatabase(String... statements) throws SQLException {
    String name = "bench" + ++number;
    execute(server.getJdbcUrl(USER, "postgres"), "CREATE DATABASE " + name);
    String url =
        "jdbc:postgresql://" + address + ":" + server.getPort() + "/" + name + "?user=" + USER;
    execute(url, statements);
    return url;
  }

  /** Returns the process id of the main process, the parent of all others. */
  public long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new DHArchException("cannot stop PostgreSQL: " + e, e);
    }
  }
}
