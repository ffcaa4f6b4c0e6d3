package org.dharch.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Brief;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.settings.RulePrefilter;

/** Decides by a request's head whether its message is read at all. Safe for any thread. */
final class RequestTriage {
  private static final Set<Direction> FLOWS =
      EnumSet.of(Direction.IN, Direction.OUT, Direction.OUT_FAULT);

  /** What becomes of a request. */
  sealed interface Decision {
    /** It goes to the service as it is. */
    record Bypass() implements Decision {}

    /** It goes to the service, but no body with it. */
    record BypassHead() implements Decision {}

    /** It is answered at once. */
    record Refuse(FaultResponse answer, boolean soap12) implements Decision {}

    /** Its message is read. */
    record Read(MediaType type, RulePrefilter prefilter, String action) implements Decision {
      /** The head of a request that is rejected without reading its body. */
      static final Read NONE =
          new Read(
              new MediaType("", Map.of()),
              new RulePrefilter("", Optional.of(""), Optional.of("")),
              "");
    }
  }

  private final DHManager manager;
  private final FilterSettings settings;
  private final ServicePath path;

  RequestTriage(DHManager manager, FilterSettings settings) {
    this.manager = manager;
    this.settings = settings;
    this.path = new ServicePath(settings.service());
  }

  Decision decide(HttpServletRequest request) {
    if (ServicePath.hasDots(request) && mayHaveHandlersAnywhere()) {
      return refuse(ServicePath.dots());
    }
    boolean bodiless = Requests.isBodiless(request) && !Requests.saysItHasABody(request);
    boolean calls = !bodiless || mayCall(request);
    String service;
    try {
      service = path.service(request, manager.orchestrations());
    } catch (NotReadableException e) {
      // nobody knows which rules are for it, so each is
      return !mayHaveHandlersAnywhere()
          ? new Decision.Bypass()
          : calls ? refuse(e) : new Decision.BypassHead();
    }
    RulePrefilter prefilter = new RulePrefilter(service, Optional.empty(), Optional.empty());
    if (!mayHaveHandlers(prefilter) && !takesSlot()) {
      return new Decision.Bypass();
    }
    if (bodiless && (!calls || !mayHaveHandlers(prefilter) || othersBypass())) {
      return new Decision.BypassHead();
    }
    try {
      MediaType type = Requests.type(request);
      return request.getMethod().equals("POST") && type.soap()
          ? soap(request, service, type)
          : other(request, prefilter);
    } catch (NotReadableException e) {
      return refuse(e);
    }
  }

  /** Whether what has no body may call an operation all the same. */
  private boolean mayCall(HttpServletRequest request) {
    return switch (request.getMethod()) {
      case "GET", "HEAD" -> !DescriptionRequest.is(request, path.endsAtService(request));
      case "OPTIONS" -> false;
      default -> true;
    };
  }

  private boolean othersBypass() {
    return settings.others() == FilterSettings.Others.PASS;
  }

  /** Whether a rule may be for a message at {@code request}'s path. */
  boolean concerns(HttpServletRequest request) {
    return service(request)
        .map(it -> mayHaveHandlers(new RulePrefilter(it, Optional.empty(), Optional.empty())))
        .orElseGet(() -> !manager.orchestrations().rules().isEmpty()); // each may be
  }

  /** Whether a message whose handlers, those of {@code service}, have performed may go on here. */
  boolean mayDeliver(String service, HttpServletRequest request) {
    return request.getMethod().equals("POST")
        && (!concerns(request) || service(request).equals(Optional.of(service)));
  }

  /** The service at {@code request}'s path; empty if nobody knows which. */
  private Optional<String> service(HttpServletRequest request) {
    try {
      return Optional.of(path.service(request, manager.orchestrations()));
    } catch (NotReadableException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether {@code request}, whose message has begun as {@code begun}, would come past handlers if
   * it went on to where it is now.
   */
  boolean missesHandlers(RulePrefilter begun, HttpServletRequest request) {
    String service = service(request).orElse(""); // the rules for every service are for it
    return begun.lacksHandlersOf(
        new RulePrefilter(service, begun.operation(), begun.action()),
        manager.orchestrations(),
        FLOWS);
  }

  private boolean mayHaveHandlers(RulePrefilter prefilter) {
    return prefilter.any(manager.orchestrations(), FLOWS);
  }

  private boolean mayHaveHandlersAnywhere() {
    return !manager.orchestrations().rules().isEmpty() || takesSlot();
  }

  private boolean takesSlot() {
    return manager.config().flow().scope() == ConcurrencyLimitScope.REQUEST;
  }

  private static Decision refuse(NotReadableException e) {
    return new Decision.Refuse(FaultResponse.unreadable(e), false);
  }

  private Decision soap(HttpServletRequest request, String service, MediaType type)
      throws NotReadableException {
    String action = Requests.action(request, type);
    // the first part may name an action where nothing else does
    boolean known = !type.multipart() || !action.isEmpty();
    RulePrefilter prefilter =
        new RulePrefilter(
            service, Optional.empty(), known ? Optional.of(action) : Optional.empty());
    if (!mayHaveHandlers(prefilter) && !takesSlot()) {
      return new Decision.Bypass();
    }
    int max = manager.config().limits().maxPayloadBytes();
    Optional<FaultResponse> refusal;
    if (Requests.isEncoded(Collections.list(request.getHeaders("Content-Encoding")))) {
      refusal =
          Optional.of(FaultResponse.sender(415, "a body with a Content-Encoding is not allowed"));
    } else if (request.getContentLengthLong() > max) {
      refusal = Optional.of(FaultResponse.tooLarge(max));
    } else {
      // what has to wait for its turn need not be read to be told that there is none
      Optional<String> within = Optional.ofNullable(request.getHeader(Submission.WITHIN));
      Optional<Admission.Busy> busy = takesSlot() ? manager.busy(within) : Optional.empty();
      refusal = busy.map(FaultResponse::busy);
    }
    return refusal
        .<Decision>map(answer -> new Decision.Refuse(answer, type.soap12()))
        .orElseGet(() -> new Decision.Read(type, prefilter, action));
  }

  /** What is no SOAP, but might be taken for it by the service. */
  private Decision other(HttpServletRequest request, RulePrefilter prefilter) {
    if (othersBypass() || !mayHaveHandlers(prefilter)) {
      return new Decision.Bypass();
    }
    String type = request.getHeader(Requests.CONTENT_TYPE);
    String what = "'" + (type == null ? "" : Brief.of(type)) + "'";
    if (Requests.isBodiless(request) && !Requests.saysItHasABody(request)) {
      what = "what may be an operation, by its path or its query";
    }
    String reason =
        Brief.of(request.getMethod())
            + " of "
            + what
            + "; POST of text/xml, application/soap+xml or multipart/related with one of these"
            + " is allowed, and GET of a description, such as ?wsdl, for this service has handlers";
    return new Decision.Refuse(FaultResponse.sender(415, reason), false);
  }
}
