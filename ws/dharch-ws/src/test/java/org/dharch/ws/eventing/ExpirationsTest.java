package org.dharch.ws.eventing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.dharch.ws.eventing.Expirations.Granted;
import org.dharch.ws.eventing.Expirations.Requested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpirationsTest {
  private static final long NOW = Instant.parse("2026-11-25T12:00:00Z").toEpochMilli();

  private static Granted granted(String text) throws Exception {
    return Expirations.DEFAULT.grant(
        EventingVersion.WSE_2004_08, Optional.of(new Requested(text, false)), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "PT1H, PT1H",
    "PT0.5S, PT0.5S",
    "P0Y0M0DT0H59M59.998S, PT59M59.998S",
    "P1D, PT24H",
    "P2Y, PT24H",
    "P999999999Y, PT24H",
    "P1000000000Y, PT24H",
    "PT999999999999999999999999S, PT24H",
    "PT0000000000000000000000060S, PT1M",
    "2026-11-25T13:00:00Z, 2026-11-25T13:00:00Z",
    "2026-11-25T13:00:00, 2026-11-25T13:00:00Z",
    "2026-11-25T13:00:00+01:30, too early",
    "2026-11-25T13:00:00.250-00:30, 2026-11-25T13:30:00.250Z",
    "2999-01-01T00:00:00Z, 2026-11-26T12:00:00Z",
  })
  void grantsRequestUpToOneDay(String asked, String expected) throws Exception {
    if (expected.equals("too early")) {
      assertThrows(org.dharch.ws.ProcessingException.class, () -> granted(asked));
    } else {
      assertEquals(expected, granted(asked).text(NOW));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-PT5S | must be in the future",
        "PT0S | must be in the future",
        "2020-01-01T00:00:00Z | must be in the future",
        "soon | must be a duration such as PT1H or a time such as 2026-11-25T12:00:00Z",
        "P | must be a duration such as PT1H or a time such as 2026-11-25T12:00:00Z",
      })
  void rejectsInvalidExpirations(String asked, String why) {
    var e = assertThrows(org.dharch.ws.ProcessingException.class, () -> granted(asked));
    assertEquals("the expiration '" + asked + "': " + why, e.getMessage());
  }

  @Test
  void defaultsToOneHour() throws Exception {
    Granted usual = Expirations.DEFAULT.grant(EventingVersion.WSE_2011_03, Optional.empty(), NOW);
    assertEquals("PT1H", usual.text(NOW));
    Requested hint = new Requested("P7D", true);
    assertEquals(
        "PT24H",
        Expirations.DEFAULT.grant(EventingVersion.WSE_2011_03, Optional.of(hint), NOW).text(NOW));
    Requested order = new Requested("P7D", false);
    assertThrows(
        org.dharch.ws.ProcessingException.class,
        () -> Expirations.DEFAULT.grant(EventingVersion.WSE_2011_03, Optional.of(order), NOW));
  }

  @Test
  void expiredTextIsNotNegative() {
    assertEquals("PT0.001S", new Granted(NOW - 5, false).text(NOW));
  }

  @Test
  void standardMustNotExceedMax() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Expirations(Duration.ofHours(1), Duration.ofHours(2), false));
    assertTrue(e.getMessage().contains("PT1H"));
  }
}
