package org.dharch.outbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters of docs/outbound.md. */
class OutboundSettingsTest {
  private static OutboundSettings of(Map<String, String> texts) {
    return OutboundSettings.of(new Parameters(texts), Limits.DEFAULT);
  }

  @Test
  void everyParameterTakesEffect() {
    assertEquals(OutboundSettings.DEFAULT, of(Map.of()));
    assertEquals(
        OutboundSettings.DEFAULT
            .hosts(HostList.parse("a.example 10.0.0.0/8"))
            .times(Duration.ofSeconds(1), Duration.ofMillis(200))
            .bounds(3, 4, 5),
        of(
            Map.of(
                "dharch.outbound.hosts", "a.example, 10.0.0.0/8",
                "dharch.outbound.timeToConnect", "1s",
                "dharch.outbound.timeToAnswer", "200ms",
                "dharch.outbound.connectionsPerHost", "3",
                "dharch.outbound.connections", "4",
                "dharch.outbound.waiting", "5")));
  }

  @ParameterizedTest
  @CsvSource({
    "timeToConnect, 0s",
    "timeToAnswer, soon",
    "connectionsPerHost, 0",
    "connections, many",
    "waiting, -1",
    "hosts, http://a.example"
  })
  void wrongValueIsReportedWithTheAllowedOnes(String name, String value) {
    DHArchException refused =
        assertThrows(DHArchException.class, () -> of(Map.of("dharch.outbound." + name, value)));
    assertTrue(refused.getMessage().contains(" must be "), refused.getMessage());
    assertTrue(refused.getMessage().contains(value), refused.getMessage());
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    DHArchException refused =
        assertThrows(
            DHArchException.class,
            () ->
                of(
                    Map.of(
                        "dharch.outbound.hosts", "http://a.example",
                        "dharch.outbound.waiting", "-1")));
    assertEquals(2, refused.getMessage().lines().count(), refused.getMessage());
  }

  @Test
  void gatewaySendsOnlyWithAHostList() {
    Map<String, String> how = Map.of("dharch.outbound.waiting", "5");
    Map<String, String> where = Map.of("dharch.outbound.hosts", "a.example");
    assertEquals(
        Optional.empty(),
        OutboundSettings.ofGateway(new Parameters(Map.of("dharch.store", "s")), Limits.DEFAULT));
    assertEquals(
        Optional.of(of(where)), OutboundSettings.ofGateway(new Parameters(where), Limits.DEFAULT));
    DHArchException refused =
        assertThrows(
            DHArchException.class,
            () -> OutboundSettings.ofGateway(new Parameters(how), Limits.DEFAULT));
    assertEquals(
        "dharch.outbound.waiting requires dharch.outbound.hosts, the hosts that may be sent to",
        refused.getMessage());
  }

  @Test
  void documentationListsEveryParameter() throws Exception {
    String page = Files.readString(Path.of("../docs/outbound.md"));
    Set<String> named =
        Pattern.compile("(?m)^\\| `(dharch\\.outbound\\.[A-Za-z]+)`")
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(OutboundSettings.names()), named);
  }
}
