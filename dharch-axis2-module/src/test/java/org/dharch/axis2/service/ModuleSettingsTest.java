package org.dharch.axis2.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModuleSettingsTest {
  @Test
  void readsItsOwnParametersAndThoseOfEveryGateway() {
    ModuleSettings settings =
        ModuleSettings.of(
            new Parameters(
                Map.of(
                    "dharch.orchestration",
                    "o.xml",
                    "dharch.oneway.threads",
                    "2",
                    "dharch.oneway.queue",
                    "3",
                    "dharch.callerRuns",
                    "true")));
    assertEquals(Optional.of("o.xml"), settings.gateway().orchestration());
    assertEquals(2, settings.oneWayThreads());
    assertEquals(3, settings.oneWayQueue());
    assertTrue(settings.callerRuns());
  }

  @Test
  void nothingIsNeeded() {
    ModuleSettings settings = ModuleSettings.of(new Parameters(Map.of()));
    assertTrue(settings.gateway().orchestration().isEmpty());
    assertEquals(4, settings.oneWayThreads());
    assertEquals(256, settings.oneWayQueue());
    assertFalse(settings.callerRuns());
  }

  @Test
  void allInvalidParametersAreReported() {
    Parameters wrong =
        Parameters.in(
            "moduleConfig (axis2.xml)",
            Map.of(
                "dharch.concurrencyLimits", "5",
                "dharch.deadline", "soon",
                "dharch.oneway.threads", "-1",
                "dharch.callerRuns", "yes",
                "dharch.grace", "0"));
    DHArchException refused = assertThrows(DHArchException.class, () -> ModuleSettings.of(wrong));
    List<String> lines = refused.getMessage().lines().toList();
    assertEquals(5, lines.size(), refused.getMessage());
    for (String name : wrong.texts().keySet()) {
      assertTrue(refused.getMessage().contains(name), refused.getMessage());
    }
  }

  @Test
  void brokerErrorsNameTheParameterAndTheFix() {
    Parameters wrong =
        Parameters.in(
            "moduleConfig (axis2.xml)",
            Map.of("dharch.broker", "memory:here", "dharch.keyFile", "conf/key"));
    assertEquals(
        "moduleConfig (axis2.xml): parameter 'dharch.keyFile' is for a broker, and with"
            + " dharch.broker=memory:here there is none: leave it out, or name a broker, such as"
            + " embedded:tcp://127.0.0.1:61616",
        assertThrows(DHArchException.class, () -> ModuleSettings.of(wrong)).getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "dharch.concurrencyLimits, 5, dharch.oneway.queue",
    "dharch.concurrencyLimit, many, must be a whole number from 1 to",
    "dharch.oneway.threads, -1, must be a whole number from 1 to",
    "dharch.callerRuns, yes, true or false",
    "dharch.maxHeldBytes, 1000, must be at least dharch.maxPayloadBytes=16777216",
  })
  void refusesWithTheNameTheValueAndWhatIsAllowed(String name, String value, String allowed) {
    DHArchException refused =
        assertThrows(
            DHArchException.class, () -> ModuleSettings.of(new Parameters(Map.of(name, value))));
    assertTrue(refused.getMessage().contains(name), refused.getMessage());
    assertTrue(refused.getMessage().contains(allowed), refused.getMessage());
  }
}
