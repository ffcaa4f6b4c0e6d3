package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.sql.SQLException;
import org.dharch.benchmarks.load.ProcessUsage;

/**
 * The resource usage of server and database.
 *
 * @param serverCpu processors used by the server's JVM
 * @param serverMemory its resident memory, in MiB
 * @param databaseCpu processors used by all PostgreSQL processes
 * @param log the growth of PostgreSQL's log, in MiB per second
 * @param commits transactions per second
 */
record ResourceUsage(
    double serverCpu, double serverMemory, double databaseCpu, double log, double commits) {
  private static final double MIB = 1 << 20;

  /** A running measurement. */
  record Meter(
      BookstoreDeployment bookstore,
      long begin,
      ProcessUsage server,
      ProcessUsage database,
      long log,
      long commits) {

    ResourceUsage end() throws IOException, SQLException {
      double seconds = (System.nanoTime() - begin) / 1e9;
      ProcessUsage serverUsed = ProcessUsage.of(bookstore.host.pid()).since(server);
      ProcessUsage databaseUsed = ProcessUsage.ofFamily(bookstore.database.pid()).since(database);
      return new ResourceUsage(
          serverUsed.cpuSeconds() / seconds,
          serverUsed.memoryBytes() / MIB,
          databaseUsed.cpuSeconds() / seconds,
          (bookstore.database.walBytes() - log) / MIB / seconds,
          (bookstore.database.commits() - commits) / seconds);
    }
  }

  static Meter begin(BookstoreDeployment bookstore) throws IOException, SQLException {
    return new Meter(
        bookstore,
        System.nanoTime(),
        ProcessUsage.of(bookstore.host.pid()),
        ProcessUsage.ofFamily(bookstore.database.pid()),
        bookstore.database.walBytes(),
        bookstore.database.commits());
  }
}
