package org.dharch.ws.eventing;

import static org.dharch.ws.eventing.Requests.answer;
import static org.dharch.ws.eventing.Requests.delivery;
import static org.dharch.ws.eventing.Requests.expires;
import static org.dharch.ws.eventing.Requests.fault;
import static org.dharch.ws.eventing.Requests.filter;
import static org.dharch.ws.eventing.Requests.in2004;
import static org.dharch.ws.eventing.Requests.in2011;
import static org.dharch.ws.eventing.Requests.reference;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.eventing.store.MemorySubscriptionStore;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;
import org.junit.jupiter.api.Test;

/** Every fault, in both versions, and SOAP's. */
class EventingFaultTest {
  private static final String XPATH10 = "http://www.w3.org/TR/1999/REC-xpath-19991116";
  private long now = 1_000_000;

  private SubscriptionStore store(SubscriptionStore.Bounds bounds) {
    return new MemorySubscriptionStore(() -> Instant.ofEpochMilli(now), bounds);
  }

  private final SubscriptionStore store = store(SubscriptionStore.Bounds.DEFAULT);

  /** Requires it of the request; its subcode is {@code name}, or none. */
  private SoapFault requireFault(
      Requests peer, ManagerSettings settings, byte[] request, Code code, String name)
      throws Exception {
    return requireFault(store, peer, settings, request, code, name);
  }

  private static SoapFault requireFault(
      SubscriptionStore store,
      Requests peer,
      ManagerSettings settings,
      byte[] request,
      Code code,
      String name)
      throws Exception {
    byte[] answer = answer(store, settings, request);
    assertEquals(peer.version().faultAction(), new SOAPContext(answer).action());
    SoapFault fault = fault(store, settings, request);
    Optional<QName> subcode =
        name.isEmpty() ? Optional.empty() : Optional.of(peer.version().name(name));
    assertEquals(subcode, fault.subcode(), fault.reason());
    if (peer.soap() == org.dharch.ws.soap.SoapVersion.SOAP_1_2 || name.isEmpty()) {
      assertEquals(code, fault.code());
    }
    assertTrue(!fault.reason().isBlank());
    return fault;
  }

  /** In each version by its own name; where that is null the version has no such fault. */
  private void requireFault(String rest, Code code, String name2004, String name2011)
      throws Exception {
    requireFault(ManagerSettings.DEFAULT, rest, code, name2004, name2011);
  }

  private void requireFault(
      ManagerSettings settings, String rest, Code code, String name2004, String name2011)
      throws Exception {
    for (Requests peer : Requests.all()) {
      String name = peer.version() == EventingVersion.WSE_2004_08 ? name2004 : name2011;
      requireFault(peer, settings, peer.subscribe(rest), code, name);
    }
  }

  @Test
  void deliveryModes() throws Exception {
    byte[] pull =
        in2004()
            .envelope(
                "Subscribe",
                "",
                delivery().replace("<wse:Delivery>", "<wse:Delivery Mode='urn:pull'>"));
    SoapFault fault =
        requireFault(
            in2004(),
            ManagerSettings.DEFAULT,
            pull,
            Code.SENDER,
            "DeliveryModeRequestedUnavailable");
    assertTrue(fault.detail().get(0).contains("SupportedDeliveryMode"));
    assertTrue(fault.detail().get(0).contains("/DeliveryModes/Push"));
    for (Requests peer : List.of(in2004(), in2011())) {
      String name =
          peer.version() == EventingVersion.WSE_2004_08
              ? "DeliveryModeRequestedUnavailable"
              : "NoDeliveryMechanismEstablished";
      byte[] nowhere = peer.envelope("Subscribe", "", "<wse:Delivery/>");
      requireFault(peer, ManagerSettings.DEFAULT, nowhere, Code.SENDER, name);
      String reliable = "<r:Reliable xmlns:r='urn:dharch:eventing:1'/></wse:Delivery>";
      byte[] asked =
          peer.envelope("Subscribe", "", delivery().replace("</wse:Delivery>", reliable));
      requireFault(peer, ManagerSettings.DEFAULT, asked, Code.SENDER, name);
    }
  }

  @Test
  void formats() throws Exception {
    byte[] request = in2011().subscribe("<wse:Format Name='urn:other'/>");
    SoapFault fault =
        requireFault(
            in2011(),
            ManagerSettings.DEFAULT,
            request,
            Code.SENDER,
            "DeliveryFormatRequestedUnavailable");
    assertEquals(2, fault.detail().size());
    assertTrue(fault.detail().get(1).contains("DeliveryFormats/Wrap"));
  }

  @Test
  void expirations() throws Exception {
    for (String wrong :
        List.of("PT0S", "-PT1H", "1970-01-01T00:00:00Z", "soon", "", "P", "PT", "P1H", "PT1.5H")) {
      requireFault(
          expires(wrong), Code.SENDER, "InvalidExpirationTime", "UnsupportedExpirationValue");
    }
    // 2011/03: what is wanted, or nothing, unless the request says otherwise
    requireFault(
        in2011(),
        ManagerSettings.DEFAULT,
        in2011().subscribe(expires("P400D")),
        Code.SENDER,
        "UnsupportedExpirationValue");
    ManagerSettings durations =
        new ManagerSettings(
            Optional.empty(),
            new Expirations(Duration.ofHours(1), Duration.ofHours(1), true),
            true,
            Set.of(),
            false,
            ManagerSettings.AddressRule.ANY);
    requireFault(
        durations,
        expires("1970-01-01T00:20:00Z"),
        Code.SENDER,
        "UnsupportedExpirationType",
        "UnsupportedExpirationType");
  }

  @Test
  void filters() throws Exception {
    ManagerSettings unfiltered =
        new ManagerSettings(
            Optional.empty(),
            Expirations.DEFAULT,
            false,
            Set.of(),
            false,
            ManagerSettings.AddressRule.ANY);
    requireFault(
        unfiltered,
        filter("", "/a"),
        Code.SENDER,
        "FilteringNotSupported",
        "FilteringRequestedUnavailable");
    requireFault(
        filter("urn:other", "<x:anything/>"),
        Code.SENDER,
        "FilteringRequestedUnavailable",
        "FilteringRequestedUnavailable");
    SoapFault fault =
        fault(store, ManagerSettings.DEFAULT, in2004().subscribe(filter("urn:other", "x")));
    assertTrue(fault.detail().get(0).contains("SupportedDialect"));
    assertTrue(fault.detail().get(0).contains(XPATH10));
    String giant = "/a[" + "b and ".repeat(700) + "c]";
    for (String wrong :
        List.of("/a[", "$variable", "document('x')", "unknown()", "/no:prefix", giant)) {
      requireFault(
          filter("", wrong), Code.SENDER, "FilteringRequestedUnavailable", "CannotProcessFilter");
    }
    requireFault(
        filter(EventingVersion.TOPIC_DIALECT, "no/topic"),
        Code.SENDER,
        "FilteringRequestedUnavailable",
        "CannotProcessFilter");
    ManagerSettings topics =
        new ManagerSettings(
            Optional.empty(),
            Expirations.DEFAULT,
            true,
            Set.of("/sensor/california"),
            false,
            ManagerSettings.AddressRule.ANY);
    requireFault(
        topics,
        filter(EventingVersion.TOPIC_DIALECT, "/sensor/oregon"),
        Code.SENDER,
        "FilteringRequestedUnavailable",
        "EmptyFilter");
    requireFault(filter("", " "), Code.SENDER, "FilteringRequestedUnavailable", "EmptyFilter");
  }

  @Test
  void addresses() throws Exception {
    String anonymous = "http://www.w3.org/2005/08/addressing/anonymous";
    String large = "<x:key>" + "k".repeat(7_000) + "</x:key>";
    String many = "<x:key/>".repeat(65);
    for (Requests peer : Requests.all()) {
      String name =
          peer.version() == EventingVersion.WSE_2004_08 ? "InvalidMessage" : "UnusableEPR";
      for (String notifyTo :
          List.of(
              reference("NotifyTo", anonymous, ""),
              reference("NotifyTo", "ftp://sink.example/", ""),
              reference("NotifyTo", "sink", ""),
              reference("NotifyTo", "urn:sink", ""),
              reference("NotifyTo", "http://user:secret@sink.example/", ""),
              reference("NotifyTo", "http://sink.example:99999/", ""),
              reference("NotifyTo", Requests.SINK, large),
              reference("NotifyTo", Requests.SINK, many),
              "<wse:NotifyTo/>")) {
        requireFault(
            peer,
            ManagerSettings.DEFAULT,
            peer.envelope("Subscribe", "", "<wse:Delivery>" + notifyTo + "</wse:Delivery>"),
            Code.SENDER,
            name);
      }
      requireFault(
          peer,
          ManagerSettings.DEFAULT,
          peer.envelope("Subscribe", "", reference("EndTo", anonymous, "") + delivery()),
          Code.SENDER,
          name);
      ManagerSettings none =
          new ManagerSettings(
              Optional.empty(),
              Expirations.DEFAULT,
              true,
              Set.of(),
              false,
              address -> Optional.of("host '" + address.getHost() + "' is not on the list"));
      SoapFault fault = requireFault(peer, none, peer.subscribe(""), Code.SENDER, name);
      assertTrue(fault.reason().contains("sink.example"), fault.reason());
    }
    assertEquals(0, store.count());
  }

  @Test
  void bounds() throws Exception {
    for (Requests peer : Requests.all()) {
      String name =
          peer.version() == EventingVersion.WSE_2004_08 ? "EventSourceUnableToProcess" : "";
      SubscriptionStore one = store(new SubscriptionStore.Bounds(1, 10, 100));
      answer(one, peer.subscribe(""));
      requireFault(one, peer, ManagerSettings.DEFAULT, peer.subscribe(""), Code.RECEIVER, name);
      SubscriptionStore few = store(new SubscriptionStore.Bounds(10, 1, 4));
      requireFault(
          few,
          peer,
          ManagerSettings.DEFAULT,
          peer.subscribe(filter("", "/abcd")),
          Code.RECEIVER,
          name);
      answer(few, peer.subscribe(filter("", "/a")));
      requireFault(
          few,
          peer,
          ManagerSettings.DEFAULT,
          peer.subscribe(filter("", "/b")),
          Code.RECEIVER,
          name);
      answer(few, peer.subscribe(filter("", "/a"))); // the same filter takes nothing more
      assertEquals(2, few.count());
    }
  }

  @Test
  void unknownAndExpired() throws Exception {
    for (Requests peer : Requests.all()) {
      boolean isOld = peer.version() == EventingVersion.WSE_2004_08;
      String id = Requests.id(answer(store, peer.subscribe(expires("PT1M"))));
      now += 60_000;
      for (String about : List.of(id, UUID.randomUUID().toString(), "none", "")) {
        for (String request : List.of("GetStatus", "Unsubscribe")) {
          requireFault(
              peer,
              ManagerSettings.DEFAULT,
              peer.about(request, about, ""),
              Code.SENDER,
              isOld ? "InvalidMessage" : "UnknownSubscription");
        }
        requireFault(
            peer,
            ManagerSettings.DEFAULT,
            peer.about("Renew", about, expires("PT1H")),
            isOld ? Code.RECEIVER : Code.SENDER,
            isOld ? "UnableToRenew" : "UnknownSubscription");
      }
    }
  }

  @Test
  void invalidMessages() throws Exception {
    for (Requests peer : Requests.all()) {
      String name = peer.version() == EventingVersion.WSE_2004_08 ? "InvalidMessage" : "";
      byte[] twice = peer.subscribe(expires("PT1M") + expires("PT2M"));
      requireFault(peer, ManagerSettings.DEFAULT, twice, Code.SENDER, name);
      byte[] elements = peer.subscribe("<wse:Expires><x:a/></wse:Expires>");
      requireFault(peer, ManagerSettings.DEFAULT, elements, Code.SENDER, name);
      byte[] other =
          new String(peer.about("Renew", "x", ""), java.nio.charset.StandardCharsets.UTF_8)
              .replace(peer.version().action("Renew"), peer.version().action("GetStatus"))
              .getBytes(java.nio.charset.StandardCharsets.UTF_8);
      requireFault(peer, ManagerSettings.DEFAULT, other, Code.SENDER, name);
    }
  }
}
