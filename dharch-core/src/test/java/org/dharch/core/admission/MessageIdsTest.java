package org.dharch.core.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.dharch.api.MessageId;
import org.junit.jupiter.api.Test;

class MessageIdsTest {
  private static final int MANY = 10_000;

  /** Commands accept the beginning of an id. */
  @Test
  void idsDifferInTheirFirstDigits() {
    AdmissionControl.MessageIds ids = new AdmissionControl.MessageIds(5, -MANY / 2);
    AdmissionControl.MessageIds next = new AdmissionControl.MessageIds(6, -MANY / 2);
    Set<MessageId> all = new HashSet<>();
    Set<String> beginnings = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      MessageId id = ids.next();
      all.add(id);
      all.add(next.next());
      beginnings.add(id.toString().substring(0, 8));
    }
    assertEquals(2 * MANY, all.size());
    assertTrue(beginnings.size() >= MANY - 1, "expected are 0.01 collisions of 32 bits");
  }
}
