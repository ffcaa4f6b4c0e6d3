package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.dharch.benchmarks.bookstore.BookstoreDatabase;
import org.dharch.benchmarks.bookstore.BookstoreMain;
import org.dharch.benchmarks.bookstore.Scale;
import org.dharch.benchmarks.bookstore.Shopper;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.ServiceAddress;

/** The bookstore with its database and its server, each in separate processes. One thread. */
final class BookstoreDeployment implements AutoCloseable {
  /** Tomcat's threads; without control this many requests share the processors. */
  static final int THREADS = 400;

  /** One for each thread: fewer would be another admission control, first come first served. */
  static final int CONNECTIONS = THREADS;

  private static final String SERVICE = "Bookstore";
  private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

  final BookstoreDatabase database;
  final HostProcess host;
  final Scale scale;
  private final Random seeds = new Random(3);

  private BookstoreDeployment(BookstoreDatabase database, HostProcess host, Scale scale) {
    this.database = database;
    this.host = host;
    this.scale = scale;
  }

  static BookstoreDeployment open(Path folder, Scale scale)
      throws SQLException, IOException, InterruptedException {
    BookstoreDatabase database = BookstoreDatabase.start(folder.resolve("database"), scale);
    try {
      HostProcess host =
          HostProcess.start(
              "bookstore",
              JVM,
              BookstoreMain.class.getName(),
              database.jdbcUrl(),
              folder.resolve("server").toString(),
              Integer.toString(THREADS),
              Integer.toString(CONNECTIONS));
      return new BookstoreDeployment(database, host, scale);
    } catch (IOException | InterruptedException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  ServiceAddress target(Discipline discipline) {
    return host.target(discipline.id(), SERVICE);
  }

  void deploy(Discipline discipline) throws IOException, InterruptedException {
    host.deploy(discipline.id(), discipline.flow());
  }

  /** Runs the bookstore's mix by closed-loop clients without think time. */
  LoadResult closed(Discipline discipline, int clients, Duration warm, Duration counted)
      throws IOException {
    try (LoadClient client = new LoadClient()) {
      LoadResult loadResult =
          client.closed(target(discipline), clients, new Shopper(scale, seeds.nextLong()));
      client.run(warm, counted);
      return loadResult;
    }
  }

  @Override
  public void close() {
    host.close();
    database.close();
  }
}
