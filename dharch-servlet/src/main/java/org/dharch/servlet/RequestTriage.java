package org.dharch.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.flow.WindowScope;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.settings.RulePrefilter;

/** Decides by a request's head whether its message is read at all. Safe for any thread. */
final class RequestTriage {
  // not getContentType(): Jetty refuses there what the filter refuses with a fault
  private static final String CONTENT_TYPE = "Content-Type";

  private static final Set<Direction> FLOWS =
      EnumSet.of(Direction.IN, Direction.OUT, Direction.OUT_FAULT);

  /** What becomes of a request. */
  sealed interface Decision {
    /** It goes to the service as it is. */
    record Pass() implements Decision {}

    /** It is answered at once. */
    record Refuse(FaultResponse answer, boolean soap12) implements Decision {}

    /** Its message is read. */
    record Read(MediaType type, RulePrefilter prefilter, String action) implements Decision {}
  }

  private final DHManager manager;
  private final FilterSettings settings;

  RequestTriage(DHManager manager, FilterSettings settings) {
    this.manager = manager;
    this.settings = settings;
  }

  Decision decide(HttpServletRequest request) {
    if (!Requests.mayHaveBody(request)) {
      return new Decision.Pass();
    }
    String service = Requests.service(request, settings.service());
    MediaType type = type(request);
    return request.getMethod().equals("POST") && type.soap()
        ? soap(request, service, type)
        : other(request, service);
  }

  private static MediaType type(HttpServletRequest request) {
    try {
      return MediaType.parse(request.getHeader(CONTENT_TYPE));
    } catch (NotReadableException e) {
      return new MediaType("", Map.of());
    }
  }

  private Decision soap(HttpServletRequest request, String service, MediaType type) {
    String action = Requests.action(request, type);
    RulePrefilter prefilter = new RulePrefilter(service, Optional.empty(), Optional.of(action));
    boolean takesTurn = manager.config().flow().scope() == WindowScope.REQUEST;
    if (!prefilter.any(manager.orchestrations(), FLOWS) && !takesTurn) {
      return new Decision.Pass();
    }
    int max = manager.config().limits().maxPayloadBytes();
    Optional<FaultResponse> refusal;
    if (Requests.isEncoded(request.getHeader("Content-Encoding"))) {
      refusal =
          Optional.of(FaultResponse.sender(415, "a body with a Content-Encoding is not allowed"));
    } else if (request.getContentLengthLong() > max) {
      refusal = Optional.of(FaultResponse.tooLarge(max));
    } else {
      // what has to wait for its turn need not be read to be told that there is none
      Optional<Admission.Busy> busy = takesTurn ? manager.busy() : Optional.empty();
      refusal = busy.map(FaultResponse::busy);
    }
    return refusal
        .<Decision>map(answer -> new Decision.Refuse(answer, type.soap12()))
        .orElseGet(() -> new Decision.Read(type, prefilter, action));
  }

  /** What is no SOAP, but might be taken for it by the service. */
  private Decision other(HttpServletRequest request, String service) {
    RulePrefilter prefilter = new RulePrefilter(service, Optional.empty(), Optional.empty());
    if (settings.others() == FilterSettings.Others.PASS
        || !prefilter.any(manager.orchestrations(), EnumSet.of(Direction.IN))) {
      return new Decision.Pass();
    }
    String reason =
        request.getMethod()
            + " of '"
            + request.getHeader(CONTENT_TYPE)
            + "'; POST of text/xml, application/soap+xml or multipart/related with one of these"
            + " is allowed, for this service has handlers";
    return new Decision.Refuse(FaultResponse.sender(415, reason), false);
  }
}
