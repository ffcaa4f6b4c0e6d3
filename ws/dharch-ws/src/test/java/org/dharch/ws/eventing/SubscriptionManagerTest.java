package org.dharch.ws.eventing;

import static org.dharch.ws.eventing.Requests.answer;
import static org.dharch.ws.eventing.Requests.expires;
import static org.dharch.ws.eventing.Requests.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.api.Changes;
import org.dharch.api.Target;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.Vectors;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.store.MemorySubscriptionStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SubscriptionManagerTest {
  private long now = 1_000_000;
  private final SubscriptionStore store =
      new MemorySubscriptionStore(
          () -> Instant.ofEpochMilli(now), SubscriptionStore.Bounds.DEFAULT);

  static List<Requests> versions() {
    return Requests.all();
  }

  private static void requireValid(byte[] envelope) {
    Optional<XmlObject> body = new SOAPContext(envelope).body();
    if (body.isEmpty()) {
      return;
    }
    List<XmlError> problems = new ArrayList<>();
    body.get().validate(new XmlOptions().setErrorListener(problems));
    // the schema of 2004/08 has its endpoint references in one version of WS-Addressing only
    problems.removeIf(problem -> problem.toString().contains("addressing"));
    assertEquals(List.of(), problems, () -> new String(envelope, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void subscriptionLifecycle(Requests peer) throws Exception {
    byte[] subscribed = answer(store, peer.subscribe(expires("PT10M")));
    requireValid(subscribed);
    SOAPContext context = new SOAPContext(subscribed);
    assertEquals(peer.version().action("SubscribeResponse"), context.action());
    assertEquals(peer.soap(), context.version());
    assertEquals(peer.addressing(), context.addressing().orElseThrow().version());
    assertEquals(1, context.addressing().orElseThrow().relatesTo().size());
    assertEquals(Requests.MANAGER, text(subscribed, "Address"));
    String granted = peer.version() == EventingVersion.WSE_2004_08 ? "Expires" : "GrantedExpires";
    assertEquals("PT10M", text(subscribed, granted));
    String id = Requests.id(subscribed);

    Subscription kept = store.find(id).orElseThrow();
    assertEquals(Requests.SINK, kept.notifyTo().address());
    assertEquals(now + 600_000, kept.expiresAt());
    assertEquals(peer.soap(), kept.soap());
    assertEquals(1, kept.notifyTo().headers().size());
    assertTrue(kept.notifyTo().headers().get(0).contains(">7<"));

    now += 60_000;
    byte[] status = answer(store, peer.about("GetStatus", id, ""));
    requireValid(status);
    assertEquals("PT9M", text(status, granted));

    byte[] renewed = answer(store, peer.about("Renew", id, expires("PT1H")));
    requireValid(renewed);
    assertEquals("PT1H", text(renewed, granted));
    assertEquals(now + 3_600_000, store.find(id).orElseThrow().expiresAt());

    byte[] unsubscribed = answer(store, peer.about("Unsubscribe", id, ""));
    requireValid(unsubscribed);
    SOAPContext last = new SOAPContext(unsubscribed);
    assertEquals(peer.version().action("UnsubscribeResponse"), last.action());
    assertEquals(peer.version() == EventingVersion.WSE_2004_08, last.bodyName().isEmpty());
    assertEquals(0, store.count());
  }

  @Test
  void identifierIsPropertyOrParameter() throws Exception {
    for (Requests peer : Requests.all()) {
      String answer = new String(answer(store, peer.subscribe("")), StandardCharsets.UTF_8);
      assertEquals(
          peer.addressing() == AddressingVersion.WSA_2004_08,
          answer.contains("ReferenceProperties"),
          answer);
      assertEquals(
          peer.addressing() == AddressingVersion.WSA_2005_08,
          answer.contains("ReferenceParameters"),
          answer);
    }
  }

  @Test
  void repeatedRequestYieldsSameSubscription() throws Exception {
    SOAPContext context = new SOAPContext(Requests.in2011().subscribe(""));
    SubscriptionManager manager =
        new SubscriptionManager(store, ManagerSettings.DEFAULT, "message-1", Optional.empty());
    byte[][] answers = new byte[2][];
    for (int n = 0; n < 2; n++) {
      Changes changes = manager.processExchange(context, Direction.FROM_NETWORK);
      answers[n] = ((Changes.Verdict.Respond) changes.verdict().orElseThrow()).envelope();
    }
    assertEquals(Requests.id(answers[0]), Requests.id(answers[1]));
    assertEquals(1, store.count());
  }

  @Test
  void replyIsSentToReplyTo() throws Exception {
    byte[] request =
        Requests.in2011()
            .envelope(
                "Subscribe",
                "<wsa:ReplyTo><wsa:Address>http://client.example/replies</wsa:Address>"
                    + "</wsa:ReplyTo>",
                Requests.delivery());
    SubscriptionManager manager =
        new SubscriptionManager(store, ManagerSettings.DEFAULT, "message-2", Optional.empty());
    Changes changes = manager.processExchange(new SOAPContext(request), Direction.FROM_NETWORK);
    assertTrue(changes.verdict().orElseThrow() instanceof Changes.Verdict.Accept);
    Target.Endpoint to = (Target.Endpoint) changes.emissions().get(0).target();
    assertEquals("http://client.example/replies", to.addresses().get(0).uri().toString());
  }

  @Test
  void ignoresOtherMessages() {
    SubscriptionManager manager =
        new SubscriptionManager(store, ManagerSettings.DEFAULT, "message-3", Optional.empty());
    byte[] other =
        ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<a xmlns='urn:a'/></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    assertThrows(
        UnknownMessageException.class,
        () -> manager.processExchange(new SOAPContext(other), Direction.FROM_NETWORK));
    byte[] end = Requests.in2011().envelope("SubscriptionEnd", "", "");
    assertThrows(
        IncorrectExchangeException.class,
        () -> manager.processExchange(new SOAPContext(end), Direction.FROM_NETWORK));
    byte[] request = Requests.in2011().subscribe("");
    assertThrows(
        UnknownMessageException.class,
        () -> manager.processExchange(new SOAPContext(request), Direction.FROM_APPLICATION));
  }

  /** What CXF 4.1.5 sent to its own source is understood here. */
  @Test
  void recordedRequestsOfCxf() throws Exception {
    String conversation = "cxf-wsevt-2011";
    byte[] subscribed = answer(store, Vectors.one(conversation, "01").bytes());
    requireValid(subscribed);
    assertEquals("PT1H", text(subscribed, "GrantedExpires"));
    Subscription kept = store.find(Requests.id(subscribed)).orElseThrow();
    assertEquals("http://127.0.0.1:18251/sink", kept.notifyTo().address());
    assertEquals("http://127.0.0.1:18251/endto", kept.endTo().orElseThrow().address());
    assertTrue(kept.notifyTo().headers().get(0).contains("380"));
    for (String request : List.of("03", "05", "08")) { // of its own subscription
      byte[] answer = answer(store, Vectors.one(conversation, request).bytes());
      assertTrue(
          new String(answer, StandardCharsets.UTF_8).contains("UnknownSubscription"), request);
    }
  }
}
