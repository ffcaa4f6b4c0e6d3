package org.dharch.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.DHManager;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;

/**
 * Delivers emissions of handlers to the services behind the filter. Each delivery is a request to
 * the container's own connector. A header with a one-time token identifies it, so that it bypasses
 * the handlers. Responses are dropped. Thread-safe.
 */
final class Deliveries implements ReplayGateway<Delivery>, AutoCloseable {
  static final String HEADER = "DHArch-Delivery";

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int TOKEN_BYTES = 24;

  /** Each parallel request occupies a thread of the container. */
  private static final int AT_ONCE = 32;

  /** Larger than the limit of the manager. */
  private static final int MOST_WAITING = 10_000;

  private final DHManager manager;
  private final ServiceAddresses addresses;
  private final HttpOutbound requests;
  private final Timeouts again = new Timeouts("dharch-deliver");
  private final SecureRandom random = new SecureRandom();

  /** The sent deliveries that have not reached the filter, by token. */
  private final Map<String, Delivery> onTheirWay = new ConcurrentHashMap<>();

  private volatile boolean isClosed;

  private Deliveries(DHManager manager, ServiceAddresses addresses) {
    this.manager = manager;
    this.addresses = addresses;
    this.requests =
        new HttpOutbound(
            OutboundSettings.DEFAULT
                .hosts(addresses.hosts())
                .times(OutboundSettings.DEFAULT.timeToConnect(), Emission.MAX_DEADLINE)
                .bounds(AT_ONCE, AT_ONCE, MOST_WAITING)
                .limits(manager.config().limits()));
  }

  /**
   * Registers the services with {@code manager} as receivers of emissions.
   *
   * @throws DHArchException if this JVM's HTTP client cannot be used
   */
  static Deliveries start(DHManager manager, ServiceAddresses addresses) {
    Deliveries deliveries = new Deliveries(manager, addresses);
    manager.replayGateway(deliveries);
    manager.emissionsFor(addresses.byName().keySet());
    return deliveries;
  }

  // ---- in

  @Override
  public Optional<Delivery> newContext(Submission message) {
    if (message.properties().get(SoapProperties.EMISSION).isEmpty()) {
      throw new DHArchException(
          "a delivery must be an emission of a handler; a request cannot be replayed without its"
              + " connection");
    }
    if (!addresses.byName().containsKey(message.service())) {
      throw new DHArchException(
          ServiceAddresses.PREFIX + message.service() + " must have an address");
    }
    Duration limit = message.deadline().orElse(manager.config().deadline());
    return Optional.of(
        new Delivery(
            message,
            addresses.byName().get(message.service()),
            System.nanoTime() + limit.toNanos()));
  }

  @Override
  public void discard(Delivery delivery) {
    // a delivery holds no resources
  }

  @Override
  public void completed(Delivery delivery, Outcome.Completed outcome) {
    delivery.completed(outcome);
    send(delivery);
  }

  @Override
  public void failed(Delivery delivery, Outcome.Failed outcome) {
    // the manager notifies the emitting handler
  }

  @Override
  public void responded(Delivery delivery, Outcome.Responded outcome) {
    // a delivery has no receiver
  }

  // ---- to the container

  private void send(Delivery delivery) {
    long left = delivery.left();
    if (left <= 0) {
      undelivered(delivery, "its deadline passed before its service was reached");
      return;
    }
    Outcome.Completed outcome = delivery.outcome();
    Outbound.Request request;
    try {
      Limits limits = manager.config().limits();
      byte[] envelope = Envelopes.understood(outcome.envelope(), outcome.processed(), limits);
      request =
          new Outbound.Request(
              outcome.id(),
              delivery.address(),
              Envelopes.outline(envelope, limits).soap12(),
              outcome.properties().text(SoapProperties.SOAP_ACTION, ""),
              envelope,
              Duration.ofNanos(left));
    } catch (MalformedMessageException e) {
      undelivered(delivery, "the handlers left an invalid envelope: " + e.getMessage());
      return;
    }
    String token = token();
    onTheirWay.put(token, delivery);
    var unused =
        requests
            .send(request, Map.of(HEADER, token))
            .thenAccept(
                result -> {
                  onTheirWay.remove(token);
                  ended(delivery, result);
                });
  }

  private String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void ended(Delivery delivery, Outbound.Result result) {
    if (result instanceof Outbound.Result.Sent sent) {
      answered(delivery, sent);
      return;
    }
    Outbound.Result.Failed failed = (Outbound.Result.Failed) result;
    if (failed.why() == Outbound.Failure.UNREACHED && delivery.left() > 0 && !isClosed) {
      // the container does not accept connections yet
      var unused = again.after(PAUSE, () -> send(delivery));
    } else if (failed.why() == Outbound.Failure.BAD_ANSWER && delivery.hasArrived()) {
      manager.delivered(
          delivery.outcome().id()); // the service has responded, although not with SOAP
    } else {
      undelivered(delivery, failed.why() + ": " + failed.reason());
    }
  }

  private void answered(Delivery delivery, Outbound.Result.Sent sent) {
    boolean isServices = sent.status() / 100 == 2 || sent.envelope().isPresent();
    if (!delivery.hasArrived()) {
      undelivered(
          delivery,
          "HTTP "
              + sent.status()
              + ": the server at "
              + delivery.address()
              + " is not this service behind this filter, or a filter in front has rejected the"
              + " request");
    } else if (isServices) {
      manager.delivered(delivery.outcome().id()); // the service has returned a fault
    } else {
      undelivered(delivery, "HTTP " + sent.status() + " of its service");
    }
  }

  private void undelivered(Delivery delivery, String reason) {
    manager.undelivered(delivery.outcome(), reason);
  }

  // ---- and in through the filter

  /** Returns true if {@code request} has the header of a delivery. */
  static boolean isOne(HttpServletRequest request) {
    return request.getHeader(HEADER) != null;
  }

  /**
   * Sets the attributes of a request for a delivery; each delivery is accepted once.
   *
   * @param delivered the attribute for the path of the request
   * @return false if the request is for no delivery, or for one of another service
   */
  boolean arrive(HttpServletRequest request, RequestTriage triage, String delivered) {
    Delivery delivery = onTheirWay.remove(request.getHeader(HEADER));
    if (delivery == null || !triage.mayDeliver(delivery.service(), request)) {
      return false;
    }
    delivery.arrives();
    Outcome.Completed outcome = delivery.outcome();
    request.setAttribute(delivered, ServicePath.path(request));
    request.setAttribute(DHArchFilter.MESSAGE_ID, outcome.id().toString());
    request.setAttribute(
        DHArchFilter.WITHIN, CallDepth.ofServicesCall(outcome.id(), outcome.properties()));
    request.setAttribute(DHArchFilter.SERVICE, delivery.service());
    outcome
        .properties()
        .get(SoapProperties.DELIVERY_KEY)
        .ifPresent(key -> request.setAttribute(SoapProperties.DELIVERY_KEY, key));
    HttpProperties.apply(request, MessageProperties.empty(), outcome.properties());
    return true;
  }

  /** Must be called after the manager was closed. */
  @Override
  public void close() {
    isClosed = true;
    again.close();
    requests.close();
  }
}
