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
 * A store in a data base: in a SQLite file, which one node has for itself, or in a PostgreSQL,
 * which any number of nodes share. What a transaction has written is forced to the disk when it
 * returns. Transactions of several threads are committed together; on a PostgreSQL by some
 * connections at once, among which sequences are divided by their keys. Any thread.
 */
public final class JdbcRmStore implements RmStore {
  private static final int MOST_LANES = 64;

  private final List<JdbcLane> lanes;

  private JdbcRmStore(List<JdbcLane> lanes) {
    this.lanes = lanes;
  }

  /**
   * Opens it, and makes the tables if they are missing.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login user and password, under those names, if the data base wants them
   * @param clock this host's; a PostgreSQL's own is used in its place. A SQLite file's time goes on
   *     from what was noted in it, if the clock is behind that
   * @param node the name of this node, which no other of the store has at the same time
   * @param connections how many at once, from 1 to 64; a SQLite file has one
   * @throws StoreException if it cannot be opened, or is of another version
   */
  public static JdbcRmStore open(
      String url, Properties login, InstantSource clock, String node, int connections) {
    return open(url, login, clock, node, connections, RmSchema::prepare);
  }

  /**
   * Opens one that has to be there, as {@link #open}: to look at it, or to end something by hand.
   *
   * @throws StoreException if nothing is kept there
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
    if (connections < 1 || connections > MOST_LANES) {
      throw new StoreException(
          "connections=" + connections + "; 1 to " + MOST_LANES + " are allowed");
    }
    Database database = new Database(url, login, clock);
    tables.accept(database);
    if (database.dialect() == Dialect.SQLITE) {
      database = new Database(url, login, NotedTime.after(database, clock));
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
