package org.dharch.core.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({"250ms, PT0.25S", "2s, PT2S", "5m, PT5M", "' 1s ', PT1S", "0ms, PT0S"})
  void readsNumberAndUnit(String text, Duration expected) {
    assertEquals(expected, Durations.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "1h", "1 s", "9999999999ms", "PT5S"})
  void refusesEverythingElse(String text) {
    String message = assertThrows(DHArchException.class, () -> Durations.parse(text)).getMessage();
    assertEquals(
        "duration must be a whole number with a unit, such as 250ms, 2s or 5m (got '" + text + "')",
        message);
  }

  @Test
  void namesTheParameter() {
    assertEquals(
        "timeout must be positive (got 0s)",
        assertThrows(DHArchException.class, () -> Durations.parse("timeout", "0s")).getMessage());
    assertEquals(
        "timeout: duration must be a whole number with a unit, such as 250ms, 2s or 5m (got 'x')",
        assertThrows(DHArchException.class, () -> Durations.parse("timeout", "x")).getMessage());
  }
}
