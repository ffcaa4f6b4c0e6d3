package org.dharch.benchmarks.xmllimit.element;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dharch.core.message.DHArchException;

/**
 * Elements in a database, read with one connection and one statement per thread, both made in
 * advance: "a query using a pre-generated JDBC connection" (seed 004). They stay open until the JVM
 * ends, one per Tomcat thread. Any number of threads.
 */
public final class StoredElements implements Elements {
  /** The number of rows. */
  public static final int ROWS = 4_000;

  private static final String SELECT =
      "select id, name, quantity, price, note from element where id >= ? and id < ? order by id";

  private final Opener opener;
  private final Map<Thread, PreparedStatement> statements = new ConcurrentHashMap<>();

  /** Opens a connection to an existing table. */
  @FunctionalInterface
  private interface Opener {
    Connection open() throws SQLException;
  }

  private StoredElements(Opener opener) {
    this.opener = opener;
  }

  /** Returns the elements in the database with this URL, in which {@link #tables} were executed. */
  public static StoredElements at(String url) {
    return new StoredElements(() -> DriverManager.getConnection(url));
  }

  /**
   * Returns the elements in SQLite in memory, one database per connection, so that connections do
   * not block each other.
   */
  public static StoredElements inMemory() {
    return new StoredElements(StoredElements::filled);
  }

  private static Connection filled() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    try (Statement statement = connection.createStatement()) {
      for (String each : tables()) {
        statement.execute(each);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Returns the SQL that makes and fills the table, for both databases. */
  public static String[] tables() {
    String rows =
        IntStream.range(0, ROWS)
            .mapToObj(Element::of)
            .map(
                each ->
                    String.format(
                        "(%d, '%s', %d, %d, '%s')",
                        each.id(), each.name(), each.quantity(), each.price(), each.note()))
            .collect(Collectors.joining(", "));
    return new String[] {
      "create table element (id integer primary key, name text not null, quantity integer not null,"
          + " price bigint not null, note text not null)",
      "insert into element values " + rows,
      "analyze element"
    };
  }

  @Override
  public void each(int first, int count, Sink sink) throws SQLException, IOException {
    PreparedStatement select = statements.computeIfAbsent(Thread.currentThread(), t -> prepared());
    select.setInt(1, first);
    select.setInt(2, first + count);
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        sink.accept(
            new Element(
                rows.getInt(1),
                rows.getString(2),
                rows.getInt(3),
                rows.getLong(4),
                rows.getString(5)));
      }
    }
  }

  private PreparedStatement prepared() {
    try {
      return opener.open().prepareStatement(SELECT);
    } catch (SQLException e) {
      throw new DHArchException("cannot open the database of the elements: " + e.getMessage(), e);
    }
  }
}
