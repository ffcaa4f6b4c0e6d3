package org.dharch.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.message.DHArchException;
import org.dharch.core.store.StoreLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaySettingsTest {
  private static GatewaySettings of(Map<String, String> texts) {
    return GatewaySettings.of(new Parameters(texts), Set.of("dharch.containers.own"));
  }

  @Test
  void readsEveryParameter() {
    GatewaySettings settings =
        of(
            Map.ofEntries(
                Map.entry("dharch.broker", "failover:(tcp://a:1,tcp://b:2)"),
                Map.entry("dharch.user", "u"),
                Map.entry("dharch.password", "p"),
                Map.entry("dharch.encrypt", "true"),
                Map.entry("dharch.broker.outbox", "7"),
                Map.entry("dharch.orchestration", " o.xml "),
                Map.entry("dharch.node", "a.xml, b.xml"),
                Map.entry("dharch.queueBound", "5"),
                Map.entry("dharch.concurrencyLimit", "6"),
                Map.entry("dharch.deadline", "7s"),
                Map.entry("dharch.timeToStart", "8s"),
                Map.entry("dharch.timeToFinish", "9s"),
                Map.entry("dharch.transferAllowance", "10ms"),
                Map.entry("dharch.nodeSilence", "11s"),
                Map.entry("dharch.keptTimelines", "0"),
                Map.entry("dharch.store", " kept "),
                Map.entry("dharch.keptFailed", "0"),
                Map.entry("dharch.keptFailedBytes", "12"),
                Map.entry("dharch.keptAccepted", "13"),
                Map.entry("dharch.keptAcceptedBytes", "14"),
                Map.entry("dharch.maxPayloadBytes", "1000"),
                Map.entry("dharch.clientHeader", "X-Client"),
                Map.entry("dharch.grace", "3s"),
                Map.entry("dharch.containers.own", "x"),
                Map.entry("somebody.else", "x")));
    assertEquals(URI.create("failover:(tcp://a:1,tcp://b:2)"), settings.transport().broker());
    assertEquals(
        Map.of("user", "u", "password", "p", "encrypt", "true", "outbox", "7"),
        settings.transport().options());
    assertEquals(Optional.of("o.xml"), settings.orchestration());
    assertEquals(List.of("a.xml", "b.xml"), settings.nodes());
    assertEquals(5, settings.manager().flow().queueBound());
    assertEquals(ConcurrencyLimitSetting.fixed(6), settings.manager().flow().concurrencyLimit());
    assertEquals(Duration.ofSeconds(7), settings.manager().deadline());
    assertEquals(Duration.ofSeconds(8), settings.manager().timeouts().toStart());
    assertEquals(Duration.ofSeconds(9), settings.manager().timeouts().toFinish());
    assertEquals(Duration.ofMillis(10), settings.manager().timeouts().transferAllowance());
    assertEquals(Duration.ofSeconds(11), settings.manager().nodeSilence());
    assertEquals(0, settings.manager().keptTimelines());
    assertEquals(Optional.of("kept"), settings.store());
    assertEquals(new StoreLimits(0, 12, 13, 14), settings.manager().storeLimits());
    assertEquals(1000, settings.manager().limits().maxPayloadBytes());
    assertEquals(Optional.of("X-Client"), settings.clientHeader());
    assertEquals(Duration.ofSeconds(3), settings.grace());
    assertFalse(settings.isEmpty());
  }

  @Test
  void emptySettingsStartNothing() {
    GatewaySettings settings = of(Map.of());
    assertEquals("memory", settings.transport().broker().getScheme());
    assertTrue(settings.isEmpty());
  }

  @Test
  void startGraceWaitsForNodes() {
    assertEquals(Duration.ofSeconds(2), of(Map.of()).manager().startGrace());
    assertEquals(Duration.ZERO, of(Map.of("dharch.startGrace", "0")).manager().startGrace());
    assertEquals(
        Duration.ofMinutes(1), of(Map.of("dharch.startGrace", "1m")).manager().startGrace());
  }

  @Test
  void forwardingIsEnabledByDefault() {
    assertTrue(of(Map.of()).manager().direct());
    assertFalse(of(Map.of("dharch.direct", "off")).manager().direct());
    assertTrue(of(Map.of("dharch.direct", "off")).manager().speculative());
  }

  @Test
  void brokerIsDefaultTransport() {
    GatewaySettings settings = of(Map.of("dharch.orchestration", "o.xml"));
    assertEquals(URI.create("embedded:tcp://127.0.0.1:61616"), settings.transport().broker());
  }

  @Test
  void aFlowDocumentSaysTheWindowItself(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("flow.xml"),
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='3' scope='request'/></flow>");
    GatewaySettings settings = of(Map.of("dharch.flow", "flow.xml")).withFlow(folder::resolve);
    assertEquals(ConcurrencyLimitSetting.fixed(3), settings.manager().flow().concurrencyLimit());
    assertFalse(settings.isEmpty());
    DHArchException both =
        assertThrows(
            DHArchException.class,
            () -> of(Map.of("dharch.flow", "flow.xml", "dharch.concurrencyLimit", "5")));
    assertTrue(
        both.getMessage().contains("dharch.concurrencyLimit must not be set with dharch.flow"),
        both.getMessage());
  }

  /** So that no manager of another has its nodes execute what is in it. */
  @Test
  void aStoreSaysOfWhichSystemItIs(@TempDir Path folder) throws Exception {
    GatewaySettings settings =
        of(
            Map.of(
                "dharch.orchestration", "o.xml", "dharch.store", "kept", "dharch.namespace", "a"));
    settings.openStore(folder::resolve).close();
    assertEquals("a", Files.readString(folder.resolve("kept").resolve("namespace")));
  }

  @Test
  void storeMayExceedTwoGibibytes() {
    StoreLimits limits =
        of(Map.of("dharch.keptAcceptedBytes", "4000000000", "dharch.keptFailedBytes", "3000000000"))
            .manager()
            .storeLimits();
    assertEquals(4_000_000_000L, limits.acceptedBytes());
    assertEquals(3_000_000_000L, limits.failedBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "dharch.concurrencyLimits, 5, dharch.containers.own",
    "dharch.keptFailed, -1, a whole number from 0 to",
    "dharch.keptAccepted, 0, a whole number from 1 to",
    "dharch.concurrencyLimit, many, a whole number from 1 to",
    "dharch.concurrencyLimit, 0, a whole number from 1 to",
    "dharch.keptAccepted, 4000000000, to 2147483647",
    "dharch.deadline, 5, 250ms",
    "dharch.deadline, 0s, positive",
    "dharch.broker, localhost, must be a URI",
    "dharch.broker, tcp://a b, must be a URI",
    "dharch.grace, soon, 250ms",
    "dharch.direct, never, auto or off",
    "dharch.speculative, on, auto or off",
    "dharch.startGrace, soon, 250ms",
    "dharch.startGrace, 2m, at most 1m",
  })
  void refusesWithTheNameTheValueAndWhatIsAllowed(String name, String value, String allowed) {
    DHArchException refused = assertThrows(DHArchException.class, () -> of(Map.of(name, value)));
    assertTrue(refused.getMessage().contains(name), refused.getMessage());
    assertTrue(refused.getMessage().contains(allowed), refused.getMessage());
  }
}
