package org.dharch.ws.eventing;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.Target;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.EventSource.Notification;
import org.dharch.ws.eventing.EventingVersion.EndStatus;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;

class EventSourceTest {
  private static final String FIRE = "<x:fire xmlns:x=\"urn:x\">8</x:fire>";
  private static final Event EVENT =
      new Event("event-1", "urn:x:fire", Optional.empty(), bytes("<unused/>"), bytes(FIRE));

  private final EventSource source =
      new EventSource(
          new EventSource.Settings(Optional.of("plain"), Optional.of("rm"), Duration.ofSeconds(30)),
          new SplittableRandom(1));

  static Subscription subscription(
      EventingVersion version, SoapVersion soap, DeliveryFormat format, boolean isReliable) {
    AddressingVersion addressing =
        version == EventingVersion.WSE_2004_08
            ? AddressingVersion.WSA_2004_08
            : AddressingVersion.WSA_2005_08;
    return new Subscription(
        UUID.randomUUID().toString(),
        version,
        soap,
        format,
        isReliable,
        new Sink(addressing, Requests.SINK, List.of("<x:key xmlns:x=\"urn:x\">7</x:key>")),
        Optional.of(new Sink(addressing, "http://sink.example/end", List.of())),
        Requests.MANAGER,
        Long.MAX_VALUE,
        0);
  }

  private static Subscription plain() {
    return subscription(
        EventingVersion.WSE_2011_03, SoapVersion.SOAP_1_2, DeliveryFormat.UNWRAP, false);
  }

  /** As it comes to one of its addresses. */
  private static byte[] received(Emission emission, int address) {
    Changes.Builder headers = Changes.builder();
    ((Target.Endpoint) emission.target())
        .addresses()
        .get(address)
        .headers()
        .forEach(headers::addHeader);
    return Merge.apply(emission.envelope(), headers.build(), Limits.DEFAULT);
  }

  @Test
  void notificationKeepsEventAndAction() throws Exception {
    for (EventingVersion version : EventingVersion.values()) {
      for (SoapVersion soap : SoapVersion.values()) {
        Subscription one = subscription(version, soap, DeliveryFormat.UNWRAP, false);
        Notification sent = source.notifications(EVENT, List.of(one)).get(0);
        assertEquals(List.of(one), sent.subscriptions());
        assertEquals(Optional.of("plain"), sent.emission().orchestration());
        SOAPContext context = new SOAPContext(received(sent.emission(), 0));
        assertEquals(soap, context.version());
        AddressingHeaders headers = context.addressing().orElseThrow();
        assertEquals(one.notifyTo().version(), headers.version());
        assertEquals("urn:x:fire", headers.action());
        assertEquals(Optional.of(Requests.SINK), headers.to());
        assertTrue(headers.messageId().isPresent());
        assertTrue(text(context.bytes()).contains("<x:key xmlns:x=\"urn:x\">7</x:key>"));
        assertTrue(text(context.bytes()).contains("<soap:Body>" + FIRE + "</soap:Body>"));
      }
    }
  }

  @Test
  void wrappedNotificationUsesNotify() throws Exception {
    Subscription one =
        subscription(EventingVersion.WSE_2011_03, SoapVersion.SOAP_1_1, DeliveryFormat.WRAP, false);
    Emission emission = source.notifications(EVENT, List.of(one)).get(0).emission();
    SOAPContext context = new SOAPContext(received(emission, 0));
    assertEquals(DeliveryFormat.WRAPPED_ACTION, context.action());
    XmlObject body = context.body().orElseThrow();
    assertTrue(body.validate(), body::xmlText);
    assertTrue(body.xmlText().contains("actionURI=\"urn:x:fire\""), body.xmlText());
    assertTrue(body.xmlText().contains("fire"), body.xmlText());
  }

  @Test
  void messageIdIsStablePerSubscription() throws Exception {
    Subscription one = plain();
    Subscription other = plain();
    Set<String> ids = new HashSet<>();
    for (int n = 0; n < 2; n++) {
      Emission emission = source.notifications(EVENT, List.of(one, other)).get(0).emission();
      for (int address = 0; address < 2; address++) {
        ids.add(
            new SOAPContext(received(emission, address))
                .addressing()
                .orElseThrow()
                .requiredMessageId());
      }
    }
    assertEquals(2, ids.size());
  }

  @Test
  void emissionCarriesUpToThousandAddresses() {
    List<Subscription> page = new ArrayList<>();
    for (int n = 0; n < 1_500; n++) {
      page.add(plain());
    }
    page.add(
        subscription(
            EventingVersion.WSE_2004_08, SoapVersion.SOAP_1_1, DeliveryFormat.UNWRAP, false));
    List<Notification> all = source.notifications(EVENT, page);
    assertEquals(
        List.of(1_000, 500, 1), all.stream().map(one -> one.subscriptions().size()).toList());
    for (Notification one : all) {
      Target.Endpoint to = (Target.Endpoint) one.emission().target();
      assertEquals(one.subscriptions().size(), to.addresses().size());
    }
  }

  @Test
  void splitsEmissionsByAddressBytes() {
    Sink giant =
        new Sink(
            AddressingVersion.WSA_2005_08,
            Requests.SINK,
            List.of("<k>" + "k".repeat(6_000) + "</k>"));
    List<Subscription> page = new ArrayList<>();
    for (int n = 0; n < 400; n++) {
      Subscription one = plain();
      page.add(
          new Subscription(
              one.id(),
              one.version(),
              one.soap(),
              one.format(),
              false,
              giant,
              Optional.empty(),
              one.manager(),
              one.expiresAt(),
              0));
    }
    List<Notification> all = source.notifications(EVENT, page);
    assertTrue(all.size() >= 3, () -> all.size() + " emissions");
    assertEquals(400, all.stream().mapToInt(one -> one.subscriptions().size()).sum());
  }

  @Test
  void reliableNotificationsAreSentAlone() throws Exception {
    Subscription one =
        subscription(
            EventingVersion.WSE_2011_03, SoapVersion.SOAP_1_2, DeliveryFormat.UNWRAP, true);
    List<Notification> all = source.notifications(EVENT, List.of(one, plain(), one));
    assertEquals(3, all.size());
    Notification reliable = all.get(0);
    assertEquals(List.of(), reliable.subscriptions());
    assertEquals(Optional.of("rm"), reliable.emission().orchestration());
    SOAPContext context = new SOAPContext(reliable.emission().envelope());
    AddressingHeaders headers = context.addressing().orElseThrow();
    assertEquals(Optional.of(Requests.SINK), headers.to());
    assertTrue(headers.replyTarget(true).isNone());
    assertTrue(text(context.bytes()).contains(">7</x:key>"));
  }

  @Test
  void subscriptionEndStatesReason() throws Exception {
    for (EventingVersion version : EventingVersion.values()) {
      for (EndStatus status : EndStatus.values()) {
        Subscription one =
            subscription(version, SoapVersion.SOAP_1_2, DeliveryFormat.UNWRAP, false);
        Emission end = source.end(one, status, "because").orElseThrow();
        assertEquals("http://sink.example/end", address(end));
        SOAPContext context = new SOAPContext(end.envelope());
        assertEquals(version.action("SubscriptionEnd"), context.action());
        String body = text(context.bodyBytes().orElseThrow());
        assertTrue(body.contains(">" + version.status(status) + "<"), body);
        assertTrue(body.contains(">because<"), body);
        assertEquals(version == EventingVersion.WSE_2004_08, body.contains(one.id()), body);
        if (version == EventingVersion.WSE_2011_03) {
          assertTrue(context.body().orElseThrow().validate(), body);
        }
      }
    }
    Subscription silent = plain();
    assertFalse(
        source
            .end(
                new Subscription(
                    silent.id(),
                    silent.version(),
                    silent.soap(),
                    silent.format(),
                    false,
                    silent.notifyTo(),
                    Optional.empty(),
                    silent.manager(),
                    0,
                    0),
                EndStatus.SOURCE_CANCELING,
                "because")
            .isPresent());
    assertNotEquals(
        EventingVersion.WSE_2004_08.status(EndStatus.SOURCE_CANCELING),
        EventingVersion.WSE_2011_03.status(EndStatus.SOURCE_CANCELING));
  }

  private static String address(Emission emission) {
    return ((Target.Endpoint) emission.target()).addresses().get(0).uri().toString();
  }
}
