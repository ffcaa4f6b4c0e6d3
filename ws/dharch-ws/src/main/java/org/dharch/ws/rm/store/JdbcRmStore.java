package org.dharch.ws.rm.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.StoreException;

/**
 * A store in a database: the SQLite file of one node, or a PostgreSQL database that nodes share.
 * Commits are forced to the disk. Transactions of several threads are committed together.
 * PostgreSQL uses several connections, to which sequences are assigned by key. Thread-safe.
 */
public final class JdbcRmStore implements RmStore {
  private static final int MAX_LANES = 64;

  private final List<JdbcLane> lanes;

  private JdbcRmStore(List<JdbcLane> lanes) {
    this.lanes = lanes;
  }

  /**
   * Opens the store and creates missing tables.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login the properties user and password, if the database requires them
   * @param clock this host's clock; PostgreSQL uses its own. The time of a SQLite file does not
   *     fall behind the recorded time
   * @param node the name of this node, unique in the store
   * @param connections the number of connections, from 1 to 64; a SQLite file uses one
   * @throws StoreException if the store cannot be opened or has another version
   */
  public static JdbcRmStore open(
      String url, Properties login, InstantSource clock, String node, int connections) {
    return open(url, login, clock, node, connections, RmSchema::prepare);
  }

  /**
   * Opens an existing store, to inspect it or to end sequences.
   *
   * @throws StoreException if the store does not exist
   */
  public static JdbcRmStore openForOperator(
      String url, Properties login, InstantSource clock, String node, int connections) {
    return open(url, login, clock, node, connections, RmSchema::require);
  }

  private static JdbcRmStore open(
      String url,
      Properties login,
      InstantSource clock,
      String node,
      int connections,
      Consumer<Database> tables) {
    if (connections < 1 || connections > MAX_LANES) {
      throw new StoreException(
          "connections must be 1 to " + MAX_LANES + " (got " + connections + ")");
    }
    Database database = new Database(url, login, clock);
    tables.accept(database);
    if (database.dialect() == Dialect.SQLITE) {
      database = new Database(url, login, RecordedTime.after(database, clock));
    }
    List<JdbcLane> lanes = new ArrayList<>();
    for (int n = 0; n < (database.dialect() == Dialect.SQLITE ? 1 : connections); n++) {
      lanes.add(new JdbcLane(database, node + "/" + n));
    }
    return new JdbcRmStore(List.copyOf(lanes));
  }

  @Override
  public <T> T transact(String about, Work<T> work) {
    return lanes.get(Math.floorMod(about.hashCode(), lanes.size())).run(work);
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    return lanes.get(0).run(transaction -> ((UnitOfWork) transaction).lease(node, millis, limit));
  }

  @Override
  public void close() {
    lanes.forEach(JdbcLane::close);
  }
}
