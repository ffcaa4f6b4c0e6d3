package org.dharch.ws.handlers.kill;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the service has done, against what was accepted for sending.
 *
 * @param taken how many messages the service has done
 * @param sequences of how many sequences
 * @param lost accepted, and not among these
 * @param twice texts that were done more than once
 * @param outOfOrder not the next number of its sequence; or sent, and accepted, after one to the
 *     same address that was done later
 * @param again given to the service once more, which did nothing then
 */
record ChainLedger(long taken, int sequences, long lost, long twice, long outOfOrder, long again) {

  static ChainLedger read(Connection connection, Collection<String> accepted) throws SQLException {
    Set<String> isAccepted = new HashSet<>(accepted);
    Set<String> texts = new HashSet<>();
    Map<String, Long> numbers = new HashMap<>();
    Map<String, Integer> rounds = new HashMap<>();
    long taken = 0;
    long twice = 0;
    long outOfOrder = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT rm_key, text FROM taken ORDER BY nth")) {
      while (row.next()) {
        taken++;
        String key = row.getString(1);
        String text = row.getString(2);
        int slash = key.lastIndexOf('/');
        long number = Long.parseLong(key.substring(slash + 1));
        String[] output = text.split("\\.", 2);
        int round = Integer.parseInt(output[1]);
        Long before = numbers.put(key.substring(0, slash), number);
        boolean isNext = number == (before == null ? 1 : before + 1);
        boolean isLater = true;
        if (isAccepted.contains(text)) {
          Integer earlier = rounds.put(output[0], round);
          isLater = earlier == null || earlier < round;
        }
        if (!texts.add(text)) {
          twice++;
        } else if (!isNext || !isLater) {
          outOfOrder++;
        }
      }
    }
    long lost = isAccepted.stream().filter(text -> !texts.contains(text)).count();
    return new ChainLedger(taken, numbers.size(), lost, twice, outOfOrder, again(connection));
  }

  private static long again(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM again")) {
      row.next();
      return row.getLong(1);
    }
  }
}
