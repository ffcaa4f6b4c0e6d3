package org.dharch.ws.eventing;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.EventingFault.Kind;
import org.dharch.ws.eventing.Expirations.Granted;
import org.dharch.ws.eventing.Expirations.Requested;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;

/**
 * Event source and subscription manager in one (2004/08 and 2011/03, sections 3 and 4). Processes
 * Subscribe, Renew, GetStatus and Unsubscribe. Create one instance for each message.
 *
 * @param messageId the id of the DHArch message; a repeated message yields the same subscription
 * @param requestAddress the address of the request, if the transport reports it
 */
public record SubscriptionManager(
    SubscriptionStore store,
    ManagerSettings settings,
    String messageId,
    Optional<String> requestAddress)
    implements WsProcessor {
  private static final String SCHEME = "urn:uuid:";
  private static final Set<String> REQUESTS =
      Set.of("Subscribe", "Renew", "GetStatus", "Unsubscribe");

  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    if (direction == Direction.FROM_APPLICATION) {
      throw new UnknownMessageException("this processor handles only received requests");
    }
    String action = context.action();
    Optional<QName> body = context.bodyName();
    Optional<EventingVersion> version = EventingVersion.ofAction(action);
    if (version.isEmpty()) {
      version = body.flatMap(name -> EventingVersion.of(name.getNamespaceURI()));
    }
    if (version.isEmpty()) {
      throw new UnknownMessageException("not a message of WS-Eventing: " + action);
    }
    String request = body.map(QName::getLocalPart).orElse("");
    if (!REQUESTS.contains(request)) {
      throw new IncorrectExchangeException(
          "a " + request + " of WS-Eventing is for a subscriber or a sink");
    }
    EventingVersion matched = version.get();
    if (!body.orElseThrow().equals(matched.name(request))
        || !(action.isEmpty() || action.equals(matched.action(request)))) {
      throw EventingFault.of(
              matched,
              Kind.INVALID,
              "the action " + action + " does not match the body element " + request)
          .exception();
    }
    try {
      return new Request(context, matched).execute(request);
    } catch (MalformedMessageException e) {
      throw EventingFault.of(matched, Kind.INVALID, String.valueOf(e.getMessage())).exception();
    }
  }

  private final class Request {
    private final SOAPContext context;
    private final EventingVersion version;
    private final AddressingVersion addressing;
    private final WsAnswers answers;

    Request(SOAPContext context, EventingVersion version) throws ProcessingException {
      this.context = context;
      this.version = version;
      this.addressing =
          context
              .addressing()
              .map(AddressingHeaders::version)
              .orElse(
                  version == EventingVersion.WSE_2004_08
                      ? AddressingVersion.WSA_2004_08
                      : AddressingVersion.WSA_2005_08);
      this.answers = new WsAnswers(context, messageId);
    }

    Changes execute(String request) throws ProcessingException {
      return switch (request) {
        case "Subscribe" -> subscribe();
        case "Renew" -> renew();
        case "GetStatus" -> status();
        default -> unsubscribe();
      };
    }

    private ElementReader body() {
      return ElementReader.of(context.bodyBytes().orElseThrow());
    }

    private Changes reply(String request, Optional<String> body) throws ProcessingException {
      return answers.reply(version.action(request + "Response"), List.of(), body.orElse(""));
    }

    private ProcessingException fault(Kind kind, String reason) {
      return EventingFault.of(version, kind, reason).exception();
    }

    // ---- Subscribe

    private Changes subscribe() throws ProcessingException {
      SubscribeRequest request = SubscribeRequest.read(body(), version, addressing);
      long now = store.now();
      Granted granted = settings.expirations().grant(version, request.expires(), now);
      String id = UUID.nameUUIDFromBytes(messageId.getBytes(StandardCharsets.UTF_8)).toString();
      Terms terms = new Terms(settings, version, request);
      Subscription subscription =
          terms.subscription(id, context.version(), managerAddress(), granted.at());
      switch (store.add(subscription, terms.filter())) {
        case TOO_MANY -> throw fault(Kind.UNABLE, "the maximum number of subscriptions is reached");
        case TOO_MANY_FILTERS ->
            throw fault(Kind.UNABLE, "the maximum number of distinct filters is reached");
        case ADDED -> {}
      }
      ElementWriter out = new ElementWriter().start(version.name("SubscribeResponse"));
      out.xml(
          EventSource.managerEndpoint(subscription, addressing)
              .write(version.name("SubscriptionManager")));
      out.element(version.grantedElement(), granted.text(now));
      return reply("Subscribe", Optional.of(out.end().toString()));
    }

    /** Returns the configured address, otherwise the address of this request. */
    private String managerAddress() throws ProcessingException {
      Optional<String> to = context.addressing().flatMap(AddressingHeaders::to);
      return settings
          .address()
          .or(() -> to.filter(SubscriptionManager::isAddress))
          .or(() -> requestAddress)
          .orElseThrow(
              () ->
                  fault(
                      Kind.INVALID,
                      "the request must have wsa:To because the manager's address is not"
                          + " configured"));
    }

    // ---- Renew, GetStatus, Unsubscribe

    private Changes renew() throws ProcessingException {
      Optional<Requested> requested = SubscribeRequest.read(body(), version, addressing).expires();
      String id = identifier().orElseThrow(() -> unknown(Kind.UNABLE_TO_RENEW));
      long now = store.now();
      Granted granted = settings.expirations().grant(version, requested, now);
      if (!store.renew(id, granted.at())) {
        throw unknown(Kind.UNABLE_TO_RENEW);
      }
      return reply("Renew", Optional.of(expirationElement("RenewResponse", granted.text(now))));
    }

    private Changes status() throws ProcessingException {
      Subscription subscription =
          identifier().flatMap(store::find).orElseThrow(() -> unknown(Kind.UNKNOWN));
      String remaining = new Granted(subscription.expiresAt(), false).text(store.now());
      return reply("GetStatus", Optional.of(expirationElement("GetStatusResponse", remaining)));
    }

    private Changes unsubscribe() throws ProcessingException {
      if (identifier().flatMap(store::remove).isEmpty()) {
        throw unknown(Kind.UNKNOWN);
      }
      return reply(
          "Unsubscribe",
          version == EventingVersion.WSE_2004_08 // the response has an empty body
              ? Optional.empty()
              : Optional.of(
                  new ElementWriter().start(version.name("UnsubscribeResponse")).end().toString()));
    }

    private String expirationElement(String element, String expires) {
      return new ElementWriter()
          .start(version.name(element))
          .element(version.grantedElement(), expires)
          .end()
          .toString();
    }

    private ProcessingException unknown(Kind kind) {
      return fault(kind, "the subscription does not exist or has ended");
    }

    /** Empty if the id is missing or malformed. */
    private Optional<String> identifier() {
      QName name = version.identifier();
      return context
          .headerBytes(new HeaderRef(name, 0))
          .map(block -> ElementReader.of(block).text())
          .filter(text -> text.startsWith(SCHEME))
          .map(text -> text.substring(SCHEME.length()))
          .filter(SubscriptionManager::isId);
    }
  }

  /** Returns true if subscribers can send requests to this address. */
  private static boolean isAddress(String text) {
    try {
      return new URI(text).isAbsolute() && !AddressingVersion.isAnonymous(text);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isId(String text) {
    try {
      return UUID.fromString(text).toString().equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
