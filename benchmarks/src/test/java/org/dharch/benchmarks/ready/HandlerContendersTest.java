package org.dharch.benchmarks.ready;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.contenders.TextResults;
import org.dharch.core.message.DHArchException;
import org.dharch.peers.handlers.HandlerRow;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.HandlerWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the results of all contenders are right, so that they are comparable. */
class HandlerContendersTest {
  @TempDir Path folder;

  @Test
  void contendersMakeRightResults() throws Exception {
    try (Contenders contenders = HandlerContenders.start(folder)) {
      ReadyChecks checks = new ReadyChecks(folder);
      for (HandlerRow row : HandlerRow.all()) {
        Map<String, byte[]> made = contenders.results(row.toString());
        assertTrue(
            made.keySet().containsAll(Set.of(HandlerContenders.DHARCH, HandlerContenders.CXF)),
            row + " by " + made.keySet());
        for (Map.Entry<String, byte[]> each : made.entrySet()) {
          checks.check(row, each.getKey(), each.getValue());
        }
      }
      // a check that accepts everything would find no error
      for (HandlerRow row : HandlerRow.all()) {
        if (row.kilobytes() == 1 && row.work() != HandlerWork.COUNT) {
          byte[] other = HandlerSamples.message(2);
          assertThrows(
              DHArchException.class,
              () -> checks.check(row, HandlerContenders.CXF, other),
              row.toString());
        }
      }
      Map<String, String> before = TextResults.of(contenders, "COUNT-1");
      Map<String, String> after = TextResults.of(contenders, "COUNT-1");
      assertEquals(1, rise(HandlerContenders.DHARCH, before, after), () -> before + ", " + after);
      int counted =
          rise(HandlerContenders.CXF, before, after); // one request without an answer twice
      assertTrue(counted > 0, () -> before + ", then " + after);
    }
  }

  private static int rise(String who, Map<String, String> before, Map<String, String> after) {
    return Integer.parseInt(after.get(who)) - Integer.parseInt(before.get(who));
  }
}
