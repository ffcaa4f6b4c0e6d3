package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CXF client of WS-Eventing 2011/03 subscribes to the handlers, and is the sink of events. */
@Tag("full")
class CxfEventingTest {
  @TempDir Path folder;

  private PeerProcess subscriber(EventingServer server, String format, String filter)
      throws Exception {
    return PeerProcess.cxf(
        folder,
        "CxfSubscriber",
        server.url().toString(),
        "" + PeerProcess.freePort(),
        format,
        filter);
  }

  @Test
  void subscriptionLifecycle() throws Exception {
    try (EventingServer server = EventingServer.start(folder);
        PeerProcess peer = subscriber(server, "unwrap", "/*[strength > 7]")) {
      assertEquals(List.of("subscribed PT1H"), peer.awaitSaid("subscribed", 1));
      server.read("california", 8);
      server.read("oregon", 1);
      server.read("nevada", 9);
      assertEquals( // events overtake one another
          Set.of("reading california 8", "reading nevada 9"),
          Set.copyOf(peer.awaitSaid("reading", 2)));
      peer.tell("status");
      assertTrue(peer.awaitSaid("status", 1).get(0).startsWith("status PT"));
      peer.tell("renew");
      assertEquals(List.of("renewed PT2H"), peer.awaitSaid("renewed", 1));
      peer.tell("unsubscribe");
      peer.awaitSaid("unsubscribed", 1);
      peer.tell("status");
      String fault = peer.awaitSaid("fault", 1).get(0);
      assertTrue(fault.contains("the subscription does not exist or has ended"), fault);
    }
  }

  @Test
  void wrappedEvents() throws Exception {
    try (EventingServer server = EventingServer.start(folder);
        PeerProcess peer = subscriber(server, "wrap", "")) {
      peer.awaitSaid("subscribed", 1);
      server.read("california", 8);
      assertEquals(
          List.of("wrapped " + GreeterService.NAMESPACE + ":Sensor:reading 1"),
          peer.awaitSaid("wrapped", 1));
    }
  }

  @Test
  void sendsSubscriptionEnd() throws Exception {
    String handlers =
        EventingServer.HANDLERS.replace(
            "jdbc:sqlite:eventing.db</parameter>",
            "jdbc:sqlite:eventing.db</parameter><parameter name=\"failures\">2</parameter>");
    try (EventingServer server =
            EventingServer.start(folder, EventingServer.ORCHESTRATIONS, handlers);
        PeerProcess peer = subscriber(server, "none", "")) {
      peer.awaitSaid("subscribed", 1);
      server.read("california", 8);
      server.read("california", 9);
      assertEquals(
          List.of("ended http://www.w3.org/2011/03/ws-evt/DeliveryFailure"),
          peer.awaitSaid("ended", 1));
    }
  }
}
