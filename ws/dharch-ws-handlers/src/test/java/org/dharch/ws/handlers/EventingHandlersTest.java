package org.dharch.ws.handlers;

import static org.dharch.testing.Utf8.text;
import static org.dharch.ws.handlers.EventingBench.answer;
import static org.dharch.ws.handlers.EventingBench.envelope;
import static org.dharch.ws.handlers.EventingBench.event;
import static org.dharch.ws.handlers.EventingBench.message;
import static org.dharch.ws.handlers.EventingBench.request;
import static org.dharch.ws.handlers.EventingBench.subscribe;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.Awaits;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.handlers.EventingCounters.Counted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventingHandlersTest {
  private static final String TOPIC = "urn:dharch:eventing:1:topic";
  private static final String XPATH = EventingBench.WSE + "/Dialects/XPath10";
  private static final String FIRE =
      "<fire xmlns='urn:x'><location>california</location><strength>8</strength></fire>";

  private EventingBench bench = new EventingBench();
  private EventingManagerHandler manager;
  private EventingSourceHandler source;

  private void start(String... ofSource) throws Exception {
    manager = bench.start(new EventingManagerHandler());
    source = bench.start(new EventingSourceHandler(), ofSource);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private long counted(Counted what) {
    return source.eventing().counters().of(what);
  }

  private void subscribed(HandlerMessage request) throws Exception {
    String body = text(answer(manager, request).bodyBytes().orElseThrow());
    assertTrue(body.contains("SubscribeResponse"), body);
  }

  @Test
  void notifiesAndKeepsMessageUnchanged() throws Exception {
    start("topic", "concat('/sensor/', /x:fire/x:location)", "topicNamespaces", "x=urn:x");
    subscribed(subscribe(TOPIC, "/sensor/california"));
    subscribed(subscribe(TOPIC, "/sensor/oregon"));
    subscribed(subscribe(XPATH, "/*[*[2] > 7]"));
    subscribed(subscribe(XPATH, "/*[*[2] > 8]"));
    subscribed(subscribe(""));
    assertSame(Changes.NONE, source.handle(event(FIRE)));
    assertEquals(1, bench.emitted.size());
    Emission emission = bench.emitted.get(0);
    assertEquals(3, EventingBench.to(emission).addresses().size());
    assertEquals("urn:x:fire", emission.action());
    assertTrue(text(emission.envelope()).contains("california"));
    assertSame(Changes.NONE, manager.handle(event(FIRE)));
  }

  @Test
  void readsTopicPropertyAndDerivesAction() throws Exception {
    start();
    subscribed(subscribe(TOPIC, "/a"));
    source.handle(message(envelope(FIRE), EventingSourceHandler.TOPIC, "/a/b"));
    assertEquals("urn:x/fire", bench.emitted.get(0).action());
    source.handle(message(envelope(FIRE), EventingSourceHandler.TOPIC, "/b"));
    assertEquals(1, bench.emitted.size());
    assertEquals(1, counted(Counted.UNMATCHED));
  }

  @Test
  void ignoresNonEvents() throws Exception {
    start();
    subscribed(subscribe(""));
    source.handle(subscribe(""));
    source.handle(message(envelope("<s:Fault/>")));
    source.handle(message(envelope("")));
    source.handle( // a notification on its way out
        message(
            envelope(FIRE),
            Map.of(
                SoapProperties.FLOW,
                "out",
                SoapProperties.SERVER_SIDE,
                false,
                SoapProperties.EMISSION,
                "x")));
    assertEquals(List.of(), bench.emitted);
    source.handle( // a delivery to a service is one
        message(
            envelope(FIRE),
            Map.of(
                SoapProperties.FLOW,
                "in",
                SoapProperties.SERVER_SIDE,
                true,
                SoapProperties.EMISSION,
                "x")));
    assertEquals(1, bench.emitted.size());
  }

  @Test
  void sendsOnceAfterCapacityReturns() throws Exception {
    start();
    for (int n = 0; n < 2_500; n++) {
      subscribed(subscribe(""));
    }
    bench.capacity.set(1);
    source.handle(event(FIRE));
    assertEquals(1, bench.emitted.size());
    assertEquals(1, source.eventing().pendingCount());
    assertTrue(counted(Counted.NO_CAPACITY) > 0);
    bench.capacity.set(Integer.MAX_VALUE);
    Awaits.soon().until(() -> source.eventing().pendingCount() == 0);
    assertEquals(2_500, bench.addresses());
    assertEquals(2_500, counted(Counted.HANDED_OVER));
  }

  @Test
  void defersEventsAboveBound() throws Exception {
    bench.close();
    bench = new EventingBench("waiting", "2");
    start();
    subscribed(subscribe(""));
    bench.capacity.set(0);
    for (int n = 0; n < 2; n++) {
      assertSame(Changes.NONE, source.handle(event(FIRE)));
    }
    HandlerMessage third = event(FIRE);
    assertTrue(source.handle(third).verdict().orElseThrow() instanceof Changes.Verdict.Defer);
    bench.capacity.set(Integer.MAX_VALUE);
    Awaits.soon().until(() -> source.eventing().pendingCount() == 0);
    assertSame(Changes.NONE, source.handle(third));
    assertEquals(3, bench.emitted.size());
  }

  @Test
  void boundsNotificationsInFlight() throws Exception {
    start();
    int many = PendingNotifications.MAX_ADDRESSES + 1_500;
    for (int n = 0; n < many; n++) {
      manager.eventing().store().add(Subscribers.one(), Filter.ALL);
    }
    source.handle(event(FIRE));
    Awaits.soon().until(() -> bench.addresses() == PendingNotifications.MAX_ADDRESSES);
    assertEquals(1, source.eventing().pendingCount());
    Emission first = bench.emitted.get(0);
    for (int address = 0; address < 1_000; address++) {
      source.emitted(first.id(), new Emitted.Sent(address, 202, Optional.empty()));
    }
    Awaits.soon().until(() -> bench.addresses() == PendingNotifications.MAX_ADDRESSES + 1_000);
    // the rest is told of nothing: it is waited for as long as it may take, and no longer
    bench.advance(Duration.ofMinutes(6));
    Awaits.soon().until(() -> bench.addresses() == many);
    assertEquals(1_000, counted(Counted.ARRIVED));
    assertEquals(PendingNotifications.MAX_ADDRESSES, counted(Counted.NOT_SENT));
  }

  @Test
  void endsSubscriptionAfterTenLosses() throws Exception {
    start();
    subscribed(subscribe(""));
    for (int n = 1; n <= 10; n++) {
      source.handle(event(FIRE));
      Emission sent = bench.emitted.get(bench.emitted.size() - 1);
      Emitted outcome =
          n % 2 == 0
              ? new Emitted.Sent(0, 503, Optional.empty())
              : new Emitted.Failed(0, "NOT_DELIVERED", "UNREACHED: no connection");
      manager.emitted(sent.id(), outcome);
      int lost = n;
      Awaits.soon()
          .until(
              () ->
                  counted(Counted.ENDED) == 1
                      || source.eventing().store().page(1, "", 1).stream()
                          .anyMatch(one -> one.failures() == lost));
    }
    Awaits.soon().until(() -> bench.emitted.size() == 11);
    Emission end = bench.emitted.get(10);
    assertEquals(EventingBench.WSE + "/SubscriptionEnd", end.action());
    assertTrue(text(end.envelope()).contains(EventingBench.WSE + "/DeliveryFailure"));
    assertEquals(
        "http://sink.example/end", EventingBench.to(end).addresses().get(0).uri().toString());
    assertEquals(0, source.eventing().store().count());
  }

  @Test
  void sendsSubscriptionEndWhenCapacityReturns() throws Exception {
    start();
    for (int n = 0; n < 3; n++) {
      subscribed(subscribe(""));
    }
    bench.capacity.set(2);
    SubscriptionStore store = source.eventing().store();
    store.page(1, "", 3).forEach(one -> assertTrue(store.cancel(one.id())));
    bench.advance(Duration.ofSeconds(2));
    Awaits.soon().until(() -> bench.emitted.size() == 2);
    assertSame(Changes.NONE, source.handle(event(FIRE)));
    assertEquals(2, bench.emitted.size(), "no event goes to one that is over");
    bench.capacity.set(Integer.MAX_VALUE);
    Awaits.soon().until(() -> bench.emitted.size() == 3);
    for (Emission end : bench.emitted) {
      assertEquals(EventingBench.WSE + "/SubscriptionEnd", end.action());
      assertTrue(text(end.envelope()).contains(EventingBench.WSE + "/SourceCancelling"));
    }
    assertEquals(3, counted(Counted.ENDED));
    assertEquals(0, counted(Counted.EXPIRED));
    assertEquals(0, store.count());
  }

  /** As one whose reference parameters are longer than the node may send at once. */
  @Test
  void unsendableEndDoesNotBlock() throws Exception {
    start();
    subscribed(subscribe(""));
    subscribed(subscribe(""));
    SubscriptionStore store = source.eventing().store();
    AtomicReference<MessageId> first = new AtomicReference<>();
    bench.unsendable = it -> first.compareAndSet(null, it.id()) || it.id().equals(first.get());
    store.page(1, "", 1).forEach(one -> assertTrue(store.cancel(one.id())));
    bench.advance(Duration.ofSeconds(2));
    Awaits.soon().until(() -> counted(Counted.UNSENDABLE) == 1);
    store.page(1, "", 1).forEach(one -> assertTrue(store.cancel(one.id())));
    bench.advance(Duration.ofSeconds(2));
    Awaits.soon().until(() -> bench.emitted.size() == 1);
    assertEquals(EventingBench.WSE + "/SubscriptionEnd", bench.emitted.get(0).action());
    assertEquals(2, counted(Counted.ENDED));
  }

  @Test
  void countsOnlyConsecutiveSinkFailures() throws Exception {
    start();
    subscribed(subscribe(""));
    Emitted lost = new Emitted.Failed(0, "NOT_DELIVERED", "REFUSED: not on the list");
    for (int n = 1; n <= 25; n++) {
      source.handle(event(FIRE));
      Emission sent = bench.emitted.get(bench.emitted.size() - 1);
      Emitted outcome =
          switch (n % 5) {
            case 0 -> new Emitted.Sent(0, 202, Optional.empty());
            case 1 -> new Emitted.Failed(0, "DEADLINE", "its deadline passed");
            case 2 -> new Emitted.Failed(Emitted.Failed.WHOLE, "BUSY", "no room");
            default -> lost;
          };
      source.emitted(sent.id(), outcome);
      int expected = Math.max(0, n % 5 - 2);
      Awaits.soon()
          .until(() -> source.eventing().store().page(1, "", 1).get(0).failures() == expected);
    }
    assertEquals(10, counted(Counted.FORBIDDEN));
    assertEquals(10, counted(Counted.NOT_SENT));
    assertEquals(0, counted(Counted.ENDED));
  }

  @Test
  void timerSweepsExpired() throws Exception {
    start();
    subscribed(subscribe("<wse:Expires>PT1M</wse:Expires>"));
    subscribed(subscribe("<wse:Expires>PT2M</wse:Expires>"));
    bench.advance(Duration.ofSeconds(61));
    Awaits.soon().until(() -> counted(Counted.EXPIRED) == 1);
    source.handle(event(FIRE));
    assertEquals(1, bench.addresses());
  }

  @Test
  void memorySourceSendsEndOnShutdown() throws Exception {
    start();
    subscribed(subscribe(""));
    bench.close();
    assertEquals(1, bench.emitted.size());
    assertTrue(text(bench.emitted.get(0).envelope()).contains("/SourceShuttingDown"));
  }

  @Test
  void rejectsForbiddenHosts() throws Exception {
    EventingManagerHandler strict =
        bench.start(new EventingManagerHandler(), "hosts", "192.0.2.0/24 other.example");
    for (String address :
        List.of(
            "http://127.0.0.1/", "http://169.254.169.254/", "http://[::1]/", "http://192.0.3.1/")) {
      String refused =
          text(
              answer(
                      strict,
                      request(
                          "Subscribe",
                          "",
                          "<wse:Delivery><wse:NotifyTo><wsa:Address>"
                              + address
                              + "</wsa:Address></wse:NotifyTo></wse:Delivery>"))
                  .bodyBytes()
                  .orElseThrow());
      assertTrue(refused.contains("UnusableEPR"), refused);
    }
    String taken =
        text(
            answer(
                    strict,
                    request(
                        "Subscribe",
                        "",
                        "<wse:Delivery><wse:NotifyTo><wsa:Address>http://192.0.2.7:8080/s"
                            + "</wsa:Address></wse:NotifyTo></wse:Delivery>"))
                .bodyBytes()
                .orElseThrow());
    assertTrue(taken.contains("SubscribeResponse"), taken);
  }

  /** Ten thousand distinct filters, and no one more. */
  @Test
  void boundsFilters() throws Exception {
    start();
    for (int n = 0; n < 10_000; n++) {
      manager.handle(subscribe(XPATH, "/*[@n = " + n + "]"));
    }
    assertEquals(10_000, source.eventing().store().count());
    String refused =
        text(answer(manager, subscribe(XPATH, "/*[@n = 'x']")).bodyBytes().orElseThrow());
    assertTrue(refused.contains("distinct filters"), refused);
    subscribed(subscribe(XPATH, "/*[@n = 7]"));
    source.handle(event("<fire xmlns='urn:x' n='7'/>"));
    Awaits.soon().until(() -> bench.addresses() == 2);
    assertEquals(0, counted(Counted.FILTER_EXCEEDED));
  }

  @Test
  void rejectsInvalidParameters() {
    for (String[] wrong :
        new String[][] {
          {"store", "jdbc:h2:mem:"},
          {"maxSubscriptions", "0"},
          {"sendTime", "0s"},
          {"maxExpires", "25h"},
          {"expires", "25h"},
          {"address", "here"},
          {"topics", "sensor"},
          {"hosts", "http://no"},
          {"unfiltered", "maybe"},
          {"none", "such"},
        }) {
      RuntimeException e =
          assertThrows(
              RuntimeException.class, () -> bench.start(new EventingManagerHandler(), wrong));
      assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), wrong[0]);
    }
    for (String[] wrong :
        new String[][] {
          {"topic", "///"}, {"topic", "/x:a"}, {"topic", "/x:a", "topicNamespaces", "x"},
        }) {
      DHArchException e =
          assertThrows(
              DHArchException.class, () -> bench.start(new EventingSourceHandler(), wrong));
      assertTrue(e.getMessage().startsWith("topic"), e.getMessage());
    }
  }

  @Test
  void handlersOfNodeMustAgree() throws Exception {
    start();
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> bench.start(new EventingSourceHandler(), "failures", "11"));
    assertTrue(e.getMessage().contains("memory:"), e.getMessage());
  }
}
