package org.dharch.ws.eventing;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.eventing.EventingFault.Kind;
import org.dharch.ws.eventing.SubscribeRequest.RequestedFilter;
import org.dharch.ws.soap.SoapVersion;

/** Grants a Subscribe request or throws the fault. */
record Terms(ManagerSettings settings, EventingVersion version, SubscribeRequest request) {
  private static final int MAX_PORT = 65_535;

  Subscription subscription(String id, SoapVersion soap, String manager, long expiresAt)
      throws ProcessingException {
    requireMode();
    Sink notifyTo =
        sink(
            "NotifyTo",
            request
                .notifyTo()
                .orElseThrow(
                    () ->
                        fault(
                            Kind.DELIVERY_MODE, "the request must have wse:NotifyTo", pushMode())));
    Optional<Sink> endTo = Optional.empty();
    if (request.endTo().isPresent() && !request.endTo().get().isNone()) {
      endTo = Optional.of(sink("EndTo", request.endTo().get()));
    }
    return new Subscription(
        id, version, soap, format(), request.isReliable(), notifyTo, endTo, manager, expiresAt, 0);
  }

  private static List<String> pushMode() {
    return List.of(EventingVersion.push());
  }

  private void requireMode() throws ProcessingException {
    if (version == EventingVersion.WSE_2004_08 && !request.mode().equals(EventingVersion.push())) {
      throw fault(Kind.DELIVERY_MODE, "only push delivery is supported", pushMode());
    }
    if (request.isReliable() && !settings.isReliable()) {
      throw fault(
          Kind.DELIVERY_MODE, "delivery by reliable messaging is not configured", pushMode());
    }
  }

  private DeliveryFormat format() throws ProcessingException {
    if (!version.hasFormats()) {
      return DeliveryFormat.UNWRAP;
    }
    for (DeliveryFormat format : DeliveryFormat.values()) {
      if (format.uri().equals(request.format())) {
        return format;
      }
    }
    throw fault(
        Kind.FORMAT,
        "the delivery format is not supported",
        List.of(DeliveryFormat.UNWRAP.uri(), DeliveryFormat.WRAP.uri()));
  }

  private Sink sink(String name, EndpointReference reference) throws ProcessingException {
    if (reference.isAnonymous() || reference.isNone()) {
      throw unusable(name, "must be an address that accepts messages");
    }
    URI address = URI.create(reference.address());
    String scheme = String.valueOf(address.getScheme());
    boolean isHttp = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    if (!isHttp || address.getHost() == null) {
      throw unusable(name, "must be an http or https address");
    }
    if (address.getRawUserInfo() != null
        || address.getPort() == 0
        || address.getPort() > MAX_PORT) {
      throw unusable(name, "must have a host, a port of 1 to 65535 and no user");
    }
    Sink sink = Sink.of(reference);
    if (sink.text().length() > Sink.MAX_TEXT) {
      throw unusable(
          name,
          "must have an address and parameters of at most "
              + Sink.MAX_TEXT
              + " characters together");
    }
    Optional<String> refusal = settings.allowed().refusal(address);
    if (refusal.isPresent()) {
      throw unusable(name, "must be an allowed address: " + refusal.get());
    }
    return sink;
  }

  private ProcessingException unusable(String name, String requirement) {
    return fault(Kind.UNUSABLE_EPR, "wse:" + name + " " + requirement, List.of());
  }

  Filter filter() throws ProcessingException {
    if (request.filter().isEmpty()) {
      return Filter.ALL;
    }
    if (!settings.isFiltering()) {
      throw fault(Kind.NO_FILTERS, "filters are not supported", List.of());
    }
    RequestedFilter requested = request.filter().get();
    boolean isTopic = requested.dialect().equals(EventingVersion.TOPIC_DIALECT);
    if (!isTopic && !requested.dialect().equals(version.xpathDialect())) {
      throw fault(
          Kind.DIALECT,
          "the filter dialect is not supported",
          List.of(version.xpathDialect(), EventingVersion.TOPIC_DIALECT));
    }
    if (requested.expression().isEmpty()) {
      throw fault(Kind.EMPTY_FILTER, "the filter must not be empty", List.of());
    }
    try {
      return isTopic ? topic(requested.expression()) : xpath(requested);
    } catch (IllegalArgumentException e) {
      throw fault(Kind.BAD_FILTER, "invalid filter: " + e.getMessage(), List.of());
    }
  }

  private Filter topic(String path) throws ProcessingException {
    Filter filter = Filter.topic(path);
    if (!settings.hasTopic(path)) {
      throw fault(Kind.EMPTY_FILTER, "unknown topic: " + path, List.of());
    }
    return filter;
  }

  private Filter xpath(RequestedFilter requested) {
    return Filter.xpath(
        version == EventingVersion.WSE_2004_08 ? Filter.Kind.MESSAGE : Filter.Kind.EVENT,
        requested.expression(),
        requested.namespaces());
  }

  private ProcessingException fault(Kind kind, String reason, List<String> supported) {
    return new EventingFault(version, kind, reason, supported).exception();
  }
}
