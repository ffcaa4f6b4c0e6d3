package org.dharch.cmanager.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.TestNode;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the option {@code link} says, and does not. */
class LinkOptionTest {
  private static String listens(String option, String... brokers) {
    List<URI> all = List.of(brokers).stream().map(URI::create).toList();
    return LinkOption.of(option).listening(all).map(at -> LinkOption.text(at, 0)).orElse("nowhere");
  }

  @ParameterizedTest
  @CsvSource({
    "auto, tcp://127.0.0.1:61616, 127.0.0.1:0",
    "auto, ssl://localhost:61616, 127.0.0.1:0",
    "auto, vm://broker, 127.0.0.1:0",
    "auto, tcp://192.0.2.1:61616, nowhere",
    "off, tcp://127.0.0.1:61616, nowhere",
    "192.0.2.7:0, tcp://192.0.2.1:61616, 192.0.2.7:0",
    "0.0.0.0:7400=node7.example:7400, tcp://192.0.2.1:61616, 0.0.0.0:7400",
    "[::1]:7400, tcp://127.0.0.1:61616, [::1]:7400"
  })
  void nodeListensAtTheGivenAddress(String option, String broker, String where) {
    assertEquals(where, listens(option, broker));
  }

  @Test
  void loopbackNeedsAllBrokersLocal() {
    assertEquals("nowhere", listens("auto", "tcp://127.0.0.1:1", "tcp://192.0.2.1:1"));
  }

  @Test
  void managersGetLinkAddress() {
    LinkOption both = LinkOption.of("0.0.0.0:7400=node7.example:17400");
    assertEquals("node7.example:17400", LinkOption.text(both.shown().orElseThrow(), 0));
    assertEquals(Optional.empty(), LinkOption.of("127.0.0.1:1").shown());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "on",
        "7400",
        "host",
        "host:",
        "host:99999",
        "0.0.0.0:1",
        "[::]:1",
        "0.0.0.0:1=0.0.0.0:1",
        "127.0.0.1:1=[::]:1",
        "127.0.0.1:1=[0:0::0]:1",
        "000.0.0.0:1",
        "a:1=b",
        "a:1=b:2=c:3",
        "a b:1"
      })
  void whatIsNotAllowedIsNamed(String option) {
    CManagerException e =
        assertThrows(CManagerException.class, () -> JmsOptions.of(Map.of("link", option)));
    assertTrue(e.getMessage().endsWith("(got " + option + ")"), e::getMessage);
  }

  @Test
  void managerRejectsListenAddress() {
    URI broker = URI.create("embedded:tcp://127.0.0.1:0");
    CManagerException e =
        assertThrows(
            CManagerException.class,
            () -> new JmsCManagerProvider().manager(broker, Map.of("link", "127.0.0.1:1")));
    assertTrue(e.getMessage().contains("auto or off"), e::getMessage);
  }

  @Test
  void unknownHostIsReported() {
    TestNode node =
        new TestNode(
            URI.create("tcp://127.0.0.1:1"),
            new NodeId("n", "1"),
            Map.of("link", "nosuchhost.invalid:7400"));
    CManagerException e = assertThrows(CManagerException.class, node::start);
    assertTrue(e.getMessage().contains("at nosuchhost.invalid:7400: unknown host"), e::getMessage);
    node.close();
  }

  @Test
  void listenFailureNamesAddress() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String at = "127.0.0.1:" + taken.getLocalPort();
      URI broker = URI.create("tcp://127.0.0.1:1");
      TestNode node = new TestNode(broker, new NodeId("n", "1"), Map.of("link", at));
      CManagerException e = assertThrows(CManagerException.class, node::start);
      assertTrue(e.getMessage().contains(at), e::getMessage);
      node.close();
    }
  }
}
