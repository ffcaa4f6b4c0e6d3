package org.dharch.cmanager.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.frame.Codec;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.wire.DMFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  private final JmsCManagerProvider provider = new JmsCManagerProvider();

  @Test
  void providerIsFoundByServiceLoader() {
    List<CManagerProvider> found =
        ServiceLoader.load(CManagerProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    assertTrue(found.stream().anyMatch(p -> p instanceof JmsCManagerProvider), found::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://h:1",
        "ssl://h:1",
        "nio://h:1",
        "vm://x",
        "failover:(tcp://a:1,tcp://b:1)",
        "embedded:tcp://127.0.0.1:0"
      })
  void theseAddressesAreSupported(String address) {
    assertTrue(provider.supports(URI.create(address)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:x", "http://h:1", "relative"})
  void theseAreNot(String address) {
    assertFalse(provider.supports(URI.create(address)));
  }

  @ParameterizedTest
  @CsvSource({
    "prefetch, 0, 1 to 32766",
    "prefetch, many, 1 to 32766",
    "maxFrameSize, 5, 1024 to",
    "outboxMessages, -1, 1 to",
    "outboxBytes, 1000, 37748736 to",
    "keyStore, /nowhere/k.p12, a readable key store",
    "user, u, set both user and password or none",
    "encrypt, yes, true or false",
    "colour, red, user"
  })
  void aWrongOptionIsNamedWithItsValueAndWhatIsAllowed(String name, String value, String allowed) {
    CManagerException e =
        assertThrows(
            CManagerException.class,
            () -> provider.node(URI.create("tcp://h:1"), Map.of(name, value)));
    assertTrue(e.getMessage().contains(name), e.getMessage());
    assertTrue(e.getMessage().contains(allowed), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tcp://nowhere", "failover:(http://h:1)", "failover:(tcp://h:1)?colour=red"})
  void aWrongAddressIsRefusedAtOnce(String address) {
    assertThrows(
        CManagerException.class, () -> provider.manager(URI.create(address), Map.of()).close());
  }

  @Test
  void nodeRejectsBrokerOptions() {
    assertThrows(
        CManagerException.class,
        () -> provider.node(URI.create("embedded:tcp://127.0.0.1:0"), Map.of()).close());
  }

  @Test
  void failoverListsAddressesAndKeepsParameters() {
    BrokerUris uris =
        BrokerUris.of(
            URI.create(
                "failover:(tcp://a:1?wireFormat.maxInactivityDuration=7,ssl://b:2)"
                    + "?randomize=false&nested.connectionTimeout=9"),
            JmsOptions.DEFAULT);
    assertEquals(2, uris.tried().size());
    String first = uris.tried().get(0).toString();
    assertTrue(first.startsWith("tcp://a:1?"), first);
    assertTrue(first.contains("wireFormat.maxInactivityDuration=7"), first);
    assertTrue(first.contains("connectionTimeout=9"), first);
    assertTrue(uris.tried().get(1).toString().startsWith("ssl://b:2?"));
  }

  @Test
  void passwordIsNotPrinted() {
    JmsOptions options = JmsOptions.of(Map.of("user", "u", "password", "geheim"));
    assertFalse(options.toString().contains("geheim"));
    URI uri = URI.create("tcp://h:1?jms.password=geheim");
    assertFalse(BrokerUris.shown(uri).contains("geheim"));
  }

  /** Fault A4: what the limits let through, the frames carry. */
  @Test
  void frameSizeFollowsLimits() {
    Limits raised = Limits.DEFAULT.maxPayloadBytes(64 << 20);
    assertEquals(36 << 20, JmsOptions.ofManager(Map.of(), Limits.DEFAULT).maxFrameSize());
    assertEquals((64 + 20) << 20, JmsOptions.ofManager(Map.of(), raised).maxFrameSize());
    assertTrue(JmsOptions.ofNode(Map.of(), Limits.DEFAULT).maxFrameSize() > 1 << 30);
    CManagerException e =
        assertThrows(
            CManagerException.class,
            () -> JmsOptions.ofManager(Map.of("maxFrameSize", "67108864"), raised));
    assertTrue(e.getMessage().contains("for maxPayloadBytes=67108864"), e.getMessage());
  }

  /** Fault A4: an envelope past the default bound goes to a node and back. */
  @Test
  void codecAcceptsFrameSizedPayloads() {
    Limits raised = Limits.DEFAULT.maxPayloadBytes(20 << 20);
    Codec codec = new Codec(JmsOptions.ofManager(Map.of(), raised));
    DMFormat large =
        DMFormat.of(new MessageId(1, 2), MessageProperties.empty(), new byte[20 << 20]);
    assertTrue(codec.encode(large, Duration.ofSeconds(1)).size() > 20 << 20);
    Codec small = new Codec(JmsOptions.of(Map.of("maxFrameSize", "1048576")));
    assertThrows(MalformedMessageException.class, () -> small.encode(large, Duration.ofSeconds(1)));
  }
}
