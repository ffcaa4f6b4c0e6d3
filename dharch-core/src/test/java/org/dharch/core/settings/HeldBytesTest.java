package org.dharch.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault F6: memory is bounded in bytes. */
class HeldBytesTest {
  private static HeldBytes of(String output) {
    Parameters parameters = new Parameters(Map.of(HeldBytes.PARAMETER, output));
    return HeldBytes.configured(parameters)
        .map(bytes -> HeldBytes.of(bytes, 10))
        .orElseGet(() -> HeldBytes.byDefault(10));
  }

  @Test
  void reservationsAreReleasedOnce() {
    HeldBytes bytes = of("100");
    HeldBytes.Reservation one = bytes.reservation();
    HeldBytes.Reservation two = bytes.reservation();
    assertTrue(one.take(60));
    assertTrue(two.take(40));
    assertFalse(two.take(1));
    assertFalse(bytes.hasCapacityFor(1));
    one.is(50);
    assertTrue(two.take(10));
    one.is(70); // what a handler added
    assertFalse(two.take(1));
    one.end();
    one.end();
    one.is(5);
    assertFalse(one.take(1), "it has ended");
    assertTrue(bytes.hasCapacityFor(50));
    assertFalse(bytes.hasCapacityFor(51));
    assertEquals("every place is taken: 100 bytes of messages are held", bytes.noCapacity());
  }

  @Test
  void defaultAllowsTwoLargestMessages() {
    HeldBytes bytes = HeldBytes.byDefault(Integer.MAX_VALUE);
    assertTrue(bytes.hasCapacityFor(2L * Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "0", "-1", "many", "99999999999999999999"})
  void whatCannotBeIsRefused(String output) {
    String refused = assertThrows(DHArchException.class, () -> of(output)).getMessage();
    assertTrue(
        refused.startsWith("dharch.maxHeldBytes must be ")
            && refused.endsWith("(got " + output + ")"),
        refused);
  }
}
