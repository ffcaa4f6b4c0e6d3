package org.dharch.handlers;

import static org.dharch.handlers.Handled.message;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.dharch.api.DHHandler.Ending;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.FakeClock;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** The figures of a monitor and their exports. */
final class MonitorTest {
  private static final byte[] ENVELOPE = Utf8.bytes(EnvelopeText.SOAP11.of("<a>ü</a>"));

  @Test
  void countsMessagesForJmxAndMicrometer() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Metrics.globalRegistry.add(registry);
    NodeContext node = Handled.node();
    Monitor monitor = new Monitor();
    monitor.init(Map.of("maxClients", "2", "name", "m,\"1"), node);
    for (String client : new String[] {"a", "b", "c", "d", "a"}) {
      monitor.handle(message(ENVELOPE, "REMOTE_ADDR", client, "dharch.flow", "in"));
    }
    monitor.handle(message(ENVELOPE, "dharch.flow", "out-fault"));
    monitor.ended(message(ENVELOPE), Ending.FAILED);
    monitor.ended(message(ENVELOPE), Ending.COMPLETED);
    assertEquals(Map.of("a", 2L, "b", 1L, "(others)", 3L), monitor.getClients());
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        new ObjectName(
            "org.dharch:type=Monitor,node="
                + ObjectName.quote(node.node())
                + ",name="
                + ObjectName.quote("m,\"1"));
    assertEquals(6L, server.getAttribute(name, "Messages"));
    assertEquals(6L * ENVELOPE.length, server.getAttribute(name, "Bytes"));
    assertEquals(1L, server.getAttribute(name, "Faults"));
    assertEquals(1L, server.getAttribute(name, "Failed"));
    assertEquals(5, registry.get("dharch.monitor.messages").tag("flow", "in").summary().count());
    assertEquals(1, registry.get("dharch.monitor.faults").functionCounter().count());
    String output =
        assertThrows(DHArchException.class, () -> new Monitor().init(Map.of("name", "m,\"1"), node))
            .getMessage();
    assertTrue(output.contains("unique among the monitors"), output);
    monitor.close();
    assertTrue(!server.isRegistered(name) && registry.getMeters().isEmpty());
    Metrics.globalRegistry.remove(registry);
  }

  @Test
  void rateCoversTheLastTenSeconds() {
    FakeClock clock = new FakeClock();
    RateWindow rate = new RateWindow(clock::nanos);
    for (int i = 0; i < 20; i++) {
      rate.count();
    }
    assertEquals(20, rate.perSecond());
    clock.advance(Duration.ofSeconds(9));
    assertEquals(2, rate.perSecond());
    clock.advance(Duration.ofSeconds(1));
    assertEquals(0, rate.perSecond());
  }

  @Test
  void invalidParametersAreReported() {
    String output =
        assertThrows(DHArchException.class, () -> ready(new Monitor(), "micrometer", "yes"))
            .getMessage();
    assertEquals("micrometer must be auto, off, required (got 'yes')", output);
  }
}
