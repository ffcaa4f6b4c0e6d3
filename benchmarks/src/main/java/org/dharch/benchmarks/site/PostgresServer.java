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
 * A PostgreSQL out of a jar that forces each commit to the disk, with some data bases. One thread.
 */
public final class PostgresServer implements AutoCloseable {
  /** Of whoever asks. */
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
   * Starts one for this machine alone.
   *
   * @param folder where its files are to be
   * @throws DHArchException if PostgreSQL cannot be started here
   */
  public static PostgresServer start(Path folder) {
    return start(folder, LOOPBACK);
  }

  /**
   * Starts one that is reached at an address of this machine too, by whom it lets in without a
   * password: for a network that this machine has by itself.
   *
   * @param folder where its files are to be
   * @throws DHArchException if PostgreSQL cannot be started here
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
      throw new DHArchException("PostgreSQL cannot be started here: " + e, e);
    }
    PostgresServer started = new PostgresServer(data, address, server);
    try {
      if (!address.equals(LOOPBACK)) {
        started.letIn();
      }
      return started;
    } catch (IOException | SQLException | RuntimeException e) {
      started.close();
      throw new DHArchException("PostgreSQL cannot be opened for " + address + ": " + e, e);
    }
  }

  /** Its own network may come in, as the loopback address may. */
  private void letIn() throws IOException, SQLException {
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
   * The URL of a new data base.
   *
   * @param statements what is done in it first
   */
  public String newDatabase(String... statements) throws SQLException {
    String name = "bench" + ++number;
    execute(server.getJdbcUrl(USER, "postgres"), "CREATE DATABASE " + name);
    String url =
        "jdbc:postgresql://" + address + ":" + server.getPort() + "/" + name + "?user=" + USER;
    execute(url, statements);
    return url;
  }

  /** The process id of its first process, the parent of all its others. */
  public long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
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
