package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times at the ends of what can be written, in all zones. */
final class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59+14:00, 9999-12-31T09:59:59Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "2030-01-01T24:00:00-12:00, 2030-01-02T12:00:00Z",
  })
  void roundTrips(String output, String written) {
    assertEquals(written, Times.text(Times.dateTime(output)));
  }

  /** Its year is one of four digits, and in UTC it is not. */
  @ParameterizedTest
  @ValueSource(strings = {"9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"})
  void rejectsYearChangedByZone(String output) {
    assertThrows(IllegalArgumentException.class, () -> Times.dateTime(output));
  }

  @Test
  void rejectsLongTexts() {
    assertThrows(IllegalArgumentException.class, () -> Times.dateTime("1".repeat(1_000_000)));
  }
}
