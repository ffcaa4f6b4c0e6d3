package org.dharch.ws.eventing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.dharch.api.Emission;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.eventing.EventingVersion.EndStatus;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapVersion;

/**
 * Builds the notifications of an event and SubscriptionEnd messages. Thread-safe.
 *
 * @param random for ids of emissions; must be thread-safe
 */
public record EventSource(Settings settings, RandomGenerator random) {
  /** The maximum number of bytes of addresses and their header blocks in one emission. */
  private static final int MAX_ADDRESS_BYTES = 1 << 20;

  private static final QName LANG =
      new QName(XMLConstants.XML_NS_URI, "lang", XMLConstants.XML_NS_PREFIX);

  /**
   * The settings of an event source.
   *
   * @param orchestration the orchestration of notifications; by default chosen by the rules
   * @param reliableOrchestration the orchestration of notifications by WS-ReliableMessaging; by
   *     default chosen by the rules
   * @param timeLimit the time limit of a notification, including its response
   */
  public record Settings(
      Optional<String> orchestration, Optional<String> reliableOrchestration, Duration timeLimit) {}

  /**
   * An emission and its subscriptions.
   *
   * @param subscriptions one for each address, in the same order; empty for WS-ReliableMessaging,
   *     which handles losses itself
   */
  public record Notification(Emission emission, List<Subscription> subscriptions) {}

  /** The properties shared by all notifications of one emission. */
  private record Form(
      boolean isReliable, SoapVersion soap, AddressingVersion addressing, DeliveryFormat format) {
    static Form of(Subscription subscription) {
      return new Form(
          subscription.isReliable(),
          subscription.soap(),
          subscription.notifyTo().version(),
          subscription.format());
    }
  }

  /**
   * Builds the notifications of an event for one page of subscriptions. An emission contains up to
   * 1,000 notifications of the same form; reliable notifications are separate emissions.
   */
  public List<Notification> notifications(Event event, List<Subscription> page) {
    Map<Form, List<Subscription>> byForm = new LinkedHashMap<>();
    page.forEach(
        subscription ->
            byForm
                .computeIfAbsent(Form.of(subscription), f -> new ArrayList<>())
                .add(subscription));
    List<Notification> notifications = new ArrayList<>();
    byForm.forEach(
        (form, subscriptions) -> {
          if (form.isReliable()) {
            subscriptions.forEach(
                subscription -> notifications.add(reliable(event, form, subscription)));
          } else {
            push(event, form, subscriptions, notifications);
          }
        });
    return notifications;
  }

  private void push(
      Event event, Form form, List<Subscription> subscriptions, List<Notification> notifications) {
    byte[] envelope =
        new EnvelopeWriter(form.soap()).header(action(form, event)).body(body(form, event)).bytes();
    List<Target.Address> addresses = new ArrayList<>();
    List<Subscription> recipients = new ArrayList<>();
    int bytes = 0;
    for (Subscription subscription : subscriptions) {
      Target.Address address = address(event, subscription);
      bytes += size(address);
      if (addresses.size() == Target.MAX_ADDRESSES
          || (bytes > MAX_ADDRESS_BYTES && !addresses.isEmpty())) {
        notifications.add(push(event, form, envelope, addresses, recipients));
        addresses = new ArrayList<>();
        recipients = new ArrayList<>();
        bytes = size(address);
      }
      addresses.add(address);
      recipients.add(subscription);
    }
    notifications.add(push(event, form, envelope, addresses, recipients));
  }

  private static int size(Target.Address address) {
    return address.uri().toString().length()
        + address.headers().stream().mapToInt(block -> block.length).sum();
  }

  private Notification push(
      Event event,
      Form form,
      byte[] envelope,
      List<Target.Address> addresses,
      List<Subscription> recipients) {
    return new Notification(
        emission(addresses, actionText(form, event), envelope, settings.orchestration()),
        List.copyOf(recipients));
  }

  /** Only To, the message id and the reference parameters depend on the sink. */
  private static Target.Address address(Event event, Subscription subscription) {
    Sink sink = subscription.notifyTo();
    List<byte[]> blocks = new ArrayList<>(2 + sink.headers().size());
    blocks.add(header(sink.version(), "To", sink.address()));
    blocks.add(header(sink.version(), "MessageID", messageId(event, subscription)));
    sink.headers().forEach(block -> blocks.add(bytes(block)));
    return new Target.Address(URI.create(sink.address()), blocks);
  }

  private Notification reliable(Event event, Form form, Subscription subscription) {
    Sink sink = subscription.notifyTo();
    AddressingHeaders headers =
        headers(sink, actionText(form, event), messageId(event, subscription))
            .withReplyTo(EndpointReference.none(sink.version())); // it is one-way
    byte[] envelope =
        AddressingProcessor.envelope(form.soap(), headers, List.of(), body(form, event));
    return new Notification(
        emission(
            List.of(new Target.Address(URI.create(sink.address()), List.of())),
            actionText(form, event),
            envelope,
            settings.reliableOrchestration()),
        List.of());
  }

  /** The id depends only on the event and the subscription. */
  private static String messageId(Event event, Subscription subscription) {
    return "urn:uuid:" + UUID.nameUUIDFromBytes(bytes(event.id() + ' ' + subscription.id()));
  }

  private static AddressingHeaders headers(Sink sink, String action, String messageId) {
    return AddressingHeaders.to(sink.version(), sink.address(), sink.headers(), action, messageId);
  }

  private static byte[] header(AddressingVersion version, String name, String text) {
    return bytes(new ElementWriter().element(version.name(name), text).toString());
  }

  private static String action(Form form, Event event) {
    return new ElementWriter()
        .element(form.addressing().name("Action"), actionText(form, event))
        .toString();
  }

  private static String actionText(Form form, Event event) {
    return form.format() == DeliveryFormat.WRAP ? DeliveryFormat.WRAPPED_ACTION : event.action();
  }

  private static String body(Form form, Event event) {
    String content = new String(event.content(), StandardCharsets.UTF_8);
    if (form.format() == DeliveryFormat.UNWRAP) {
      return content;
    }
    return new ElementWriter()
        .start(EventingVersion.WSE_2011_03.name("Notify"))
        .attribute("actionURI", event.action())
        .xml(content)
        .end()
        .toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Emission emission(
      List<Target.Address> addresses,
      String action,
      byte[] envelope,
      Optional<String> orchestration) {
    return new Emission(
        MessageId.random(random),
        new Target.Endpoint(addresses),
        action,
        envelope,
        MessageProperties.empty(),
        orchestration,
        settings.timeLimit());
  }

  // ---- the end of a subscription

  /** Builds the SubscriptionEnd message; empty if the subscription has no EndTo. */
  public Optional<Emission> end(Subscription ended, EndStatus status, String reason) {
    return ended.endTo().map(sink -> end(ended, sink, status, reason));
  }

  private Emission end(Subscription ended, Sink sink, EndStatus status, String reason) {
    EventingVersion version = ended.version();
    String action = version.action("SubscriptionEnd");
    ElementWriter out = new ElementWriter().start(version.name("SubscriptionEnd"));
    if (version == EventingVersion.WSE_2004_08) {
      out.xml(managerEndpoint(ended, sink.version()).write(version.name("SubscriptionManager")));
    }
    out.element(version.name("Status"), version.status(status));
    out.start(version.name("Reason")).attribute(LANG, "en").text(reason).end();
    String id = "urn:uuid:" + UUID.nameUUIDFromBytes(bytes("end of " + ended.id()));
    byte[] envelope =
        AddressingProcessor.envelope(
            ended.soap(), headers(sink, action, id), List.of(), out.end().toString());
    return emission(
        List.of(new Target.Address(URI.create(sink.address()), List.of())),
        action,
        envelope,
        settings.orchestration());
  }

  /** Returns the endpoint for requests about a subscription. */
  static EndpointReference managerEndpoint(
      Subscription subscription, AddressingVersion addressing) {
    String identifier =
        new ElementWriter()
            .element(subscription.version().identifier(), "urn:uuid:" + subscription.id())
            .toString();
    boolean isProperty = addressing == AddressingVersion.WSA_2004_08;
    return new EndpointReference(
        addressing,
        subscription.manager(),
        isProperty ? List.of(identifier) : List.of(),
        isProperty ? List.of() : List.of(identifier),
        Optional.empty(),
        List.of());
  }
}
