package org.dharch.ws.eventing;

import java.util.Map;
import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.eventing.EventingFault.Kind;
import org.dharch.ws.eventing.Expirations.Requested;
import org.dharch.ws.soap.ElementReader;

/** The content of a Subscribe or Renew request. Not thread-safe. */
final class SubscribeRequest {
  record RequestedFilter(String dialect, String expression, Map<String, String> namespaces) {}

  private final ElementReader in;
  private final EventingVersion version;
  private final AddressingVersion addressing;
  private Optional<EndpointReference> endTo = Optional.empty();
  private Optional<EndpointReference> notifyTo = Optional.empty();
  private Optional<Requested> expires = Optional.empty();
  private Optional<RequestedFilter> filter = Optional.empty();
  private String mode = EventingVersion.push();
  private String format = DeliveryFormat.UNWRAP.uri();
  private boolean isReliable;
  private boolean hasDelivery;

  private SubscribeRequest(
      ElementReader in, EventingVersion version, AddressingVersion addressing) {
    this.in = in;
    this.version = version;
    this.addressing = addressing;
  }

  /**
   * @param addressing the message's version of WS-Addressing
   */
  static SubscribeRequest read(
      ElementReader in, EventingVersion version, AddressingVersion addressing)
      throws ProcessingException {
    SubscribeRequest request = new SubscribeRequest(in, version, addressing);
    in.children(request::child);
    return request;
  }

  Optional<EndpointReference> endTo() {
    return endTo;
  }

  Optional<EndpointReference> notifyTo() {
    return notifyTo;
  }

  Optional<Requested> expires() {
    return expires;
  }

  Optional<RequestedFilter> filter() {
    return filter;
  }

  /** The delivery mode (2004/08). */
  String mode() {
    return mode;
  }

  /** The delivery format (2011/03). */
  String format() {
    return format;
  }

  boolean isReliable() {
    return isReliable;
  }

  private void child() throws ProcessingException {
    if (!in.namespace().equals(version.namespace())) {
      return; // extensions are ignored
    }
    switch (in.localName()) {
      case "EndTo" -> endTo = once(endTo.isPresent(), "EndTo", reference());
      case "Delivery" -> {
        once(hasDelivery, "Delivery", Optional.empty());
        hasDelivery = true;
        mode = in.attribute("Mode").orElse(mode);
        in.children(this::delivery);
      }
      case "Format" -> format = in.attribute("Name").orElse(format);
      case "Expires" -> expires = once(expires.isPresent(), "Expires", expiration());
      case "Filter" -> filter = once(filter.isPresent(), "Filter", Optional.of(requestedFilter()));
      default -> {} // unknown elements are ignored
    }
  }

  private Optional<Requested> expiration() {
    String bestEffort = in.attribute("BestEffort").orElse("false");
    return Optional.of(
        new Requested(in.text(), bestEffort.equals("true") || bestEffort.equals("1")));
  }

  private void delivery() throws ProcessingException {
    if (in.is(version.name("NotifyTo"))) {
      notifyTo = once(notifyTo.isPresent(), "NotifyTo", reference());
    } else if (in.is(EventingVersion.RELIABLE)) {
      isReliable = true;
    }
  }

  private RequestedFilter requestedFilter() {
    String dialect = in.attribute("Dialect").orElse(version.xpathDialect());
    Map<String, String> namespaces = in.scope();
    // other dialects may contain elements
    boolean isText =
        dialect.equals(version.xpathDialect()) || dialect.equals(EventingVersion.TOPIC_DIALECT);
    return new RequestedFilter(dialect, isText ? in.text() : "", namespaces);
  }

  private Optional<EndpointReference> reference() throws ProcessingException {
    try {
      return Optional.of(EndpointReference.read(in, addressing));
    } catch (AddressingException e) {
      throw EventingFault.of(version, Kind.UNUSABLE_EPR, e.getMessage()).exception();
    }
  }

  private <T> Optional<T> once(boolean isDuplicate, String name, Optional<T> value)
      throws ProcessingException {
    if (isDuplicate) {
      throw EventingFault.of(version, Kind.INVALID, "wse:" + name + " must not occur twice")
          .exception();
    }
    return value;
  }
}
