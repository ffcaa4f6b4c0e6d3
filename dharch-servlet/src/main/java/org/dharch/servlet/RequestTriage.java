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
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.rule.RulePrefilter;
import org.dharch.core.text.Brief;

/** Decides by a request's head whether its body is read. Thread-safe. */
final class RequestTriage {
  private static final Set<Direction> FLOWS =
      EnumSet.of(Direction.IN, Direction.OUT, Direction.OUT_FAULT);

  sealed interface Decision {
    /** Pass it to the service. */
    record Bypass() implements Decision {}

    /** Pass it to the service without a body. */
    record BypassHead() implements Decision {}

    record Refuse(FaultResponse answer, boolean soap12) implements Decision {}

    record Read(MediaType type, RulePrefilter prefilter, String action) implements Decision {
      /** For a request that is rejected without reading its body. */
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
    boolean bodiless = Requests.isBodiless(request) && !Requests.declaresBody(request);
    boolean calls = !bodiless || mayCall(request);
    String service;
    try {
      service = path.service(request, manager.orchestrations());
    } catch (NotReadableException e) {
      // every rule may apply
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

  /** Returns true if a request without a body may call an operation. */
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

  /** Returns true if a rule may apply to a message at {@code request}'s path. */
  boolean concerns(HttpServletRequest request) {
    return service(request)
        .map(it -> mayHaveHandlers(new RulePrefilter(it, Optional.empty(), Optional.empty())))
        .orElseGet(() -> !manager.orchestrations().rules().isEmpty()); // any may apply
  }

  /** Returns true if a delivery for {@code service} may pass at {@code request}'s path. */
  boolean mayDeliver(String service, HttpServletRequest request) {
    return request.getMethod().equals("POST")
        && (!concerns(request) || service(request).equals(Optional.of(service)));
  }

  /** The service at {@code request}'s path; empty if unknown. */
  private Optional<String> service(HttpServletRequest request) {
    try {
      return Optional.of(path.service(request, manager.orchestrations()));
    } catch (NotReadableException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns true if {@code request}, triaged as {@code begun}, would bypass handlers at its current
   * path.
   */
  boolean missesHandlers(RulePrefilter begun, HttpServletRequest request) {
    String service = service(request).orElse(""); // only rules for all services apply
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
    // only the first part may name the action
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
      // an overload is reported before the body is read
      String within = request.getHeader(Submission.WITHIN);
      Optional<Admission.Busy> busy = Optional.empty();
      if (takesSlot()) {
        busy = within == null ? manager.busy() : manager.busy(within);
      }
      refusal = busy.map(FaultResponse::busy);
    }
    return refusal
        .<Decision>map(answer -> new Decision.Refuse(answer, type.soap12()))
        .orElseGet(() -> new Decision.Read(type, prefilter, action));
  }

  /** Decides on a request that is not SOAP but that the service might read as SOAP. */
  private Decision other(HttpServletRequest request, RulePrefilter prefilter) {
    if (othersBypass() || !mayHaveHandlers(prefilter)) {
      return new Decision.Bypass();
    }
    String type = request.getHeader(Requests.CONTENT_TYPE);
    String what = "'" + (type == null ? "" : Brief.of(type)) + "'";
    if (Requests.isBodiless(request) && !Requests.declaresBody(request)) {
      what = "a possible operation in its path or query";
    }
    String reason =
        "a request of a service with handlers must be POST of text/xml, application/soap+xml or"
            + " multipart/related with one of these, or GET of a description such as ?wsdl (got "
            + Brief.of(request.getMethod())
            + " of "
            + what
            + ")";
    return new Decision.Refuse(FaultResponse.sender(415, reason), false);
  }
}
