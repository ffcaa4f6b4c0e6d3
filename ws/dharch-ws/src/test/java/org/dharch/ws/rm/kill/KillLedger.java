package org.dharch.ws.rm.kill;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.dharch.ws.rm.Ranges;

/**
 * What the service has done, against what was acknowledged.
 *
 * @param acknowledged how many messages
 * @param lost of these not taken
 * @param twice taken more than once
 * @param outOfOrder taken after a later one of their sequence, or before an earlier one
 * @param again given to the service once more, which did nothing then
 */
record KillLedger(long acknowledged, long lost, long twice, long outOfOrder, long again) {

  /**
   * Reads the service's data base.
   *
   * @param acknowledged what the sender heard, by sequence
   */
  static KillLedger read(Connection connection, Map<String, Ranges> acknowledged)
      throws SQLException {
    Map<String, Ranges> taken = new HashMap<>();
    long twice = 0;
    long outOfOrder = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT sequence, number FROM taken ORDER BY sequence, nth")) {
      while (row.next()) {
        Ranges before = taken.getOrDefault(row.getString(1), Ranges.EMPTY);
        long number = row.getLong(2);
        if (before.contains(number)) {
          twice++;
        } else if (number != before.max() + 1) {
          outOfOrder++;
        }
        taken.put(row.getString(1), before.add(number));
      }
    }
    long all = 0;
    long lost = 0;
    for (Map.Entry<String, Ranges> one : acknowledged.entrySet()) {
      all += one.getValue().size();
      lost += one.getValue().subtract(taken.getOrDefault(one.getKey(), Ranges.EMPTY)).size();
    }
    return new KillLedger(all, lost, twice, outOfOrder, again(connection));
  }

  private static long again(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM again")) {
      row.next();
      return row.getLong(1);
    }
  }
}
