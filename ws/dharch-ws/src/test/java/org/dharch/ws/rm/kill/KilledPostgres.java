package org.dharch.ws.rm.kill;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL whose processes are killed, and which begins again with the files that it has. */
final class KilledPostgres implements AutoCloseable {
  private final Path folder;
  private final int port;
  private EmbeddedPostgres server;

  KilledPostgres(Path folder, int port) throws IOException {
    this.folder = folder;
    this.port = port;
    start();
  }

  private void start() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder)
            .setCleanDataDirectory(false)
            .setPort(port)
            .setPGStartupWait(Duration.ofMinutes(2))
            .setLocaleConfig("locale", "C")
            .setServerConfig("fsync", "on")
            .start();
  }

  /** The URL of a data base, which is made if it is not there. */
  String database(String name) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return server.getJdbcUrl("postgres", name);
  }

  /** kill -9 of all its processes, and its next life. */
  void killAndStart() throws IOException, InterruptedException {
    long postmaster =
        Long.parseLong(Files.readAllLines(folder.resolve("postmaster.pid")).get(0).trim());
    Optional<ProcessHandle> parent = ProcessHandle.of(postmaster);
    if (parent.isEmpty()) {
      throw new IOException("there is no process " + postmaster + " of the PostgreSQL");
    }
    List<ProcessHandle> all = new ArrayList<>(parent.get().descendants().toList());
    all.add(0, parent.get());
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle one : all) {
      one.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
    server.close(); // which finds it gone, and lets go of the folder
    start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
