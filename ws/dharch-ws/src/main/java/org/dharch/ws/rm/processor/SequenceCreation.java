package org.dharch.ws.rm.processor;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.SequenceRequest;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmHeaders;

/** Converts a CreateSequence to the request to the engine, and builds the response. */
final class SequenceCreation {
  private final RmAgreement agreement;
  private final SOAPContext context;
  private final RmExchange exchange;
  private final RmBody.CreateSequence create;
  private final Optional<AddressingHeaders> headers;
  private final AddressingVersion addressing;

  SequenceCreation(
      RmAgreement agreement, SOAPContext context, RmExchange exchange, RmBody.CreateSequence create)
      throws ProcessingException {
    this.agreement = agreement;
    this.context = context;
    this.exchange = exchange;
    this.create = create;
    headers = context.addressing();
    addressing = headers.map(AddressingHeaders::version).orElse(create.acksTo().version());
  }

  SequenceRequest request(RmHeaders rmHeaders) {
    return new SequenceRequest(
        terms(
            exchange.service(),
            create.acksTo(),
            headers.flatMap(AddressingHeaders::messageId).orElse("")),
        millis(agreement.granted(create.expires())),
        create.offer().map(this::offer),
        refusal(rmHeaders));
  }

  private Optional<String> refusal(RmHeaders rmHeaders) {
    if (create.acksTo().isNone()) {
      return Optional.of("AcksTo must not be the address none");
    }
    boolean isBound = rmHeaders.usesSequenceStr() || rmHeaders.usesSequenceSsl();
    return isBound && agreement.policy().isEmpty()
        ? Optional.of("sequences bound to a security token or a connection are not supported")
        : Optional.empty();
  }

  /**
   * An offer does not specify the target of its messages; by default it is the reply target of the
   * request.
   */
  private SequenceRequest.Offer offer(RmBody.Offer offer) {
    EndpointReference anonymous = EndpointReference.anonymous(addressing);
    EndpointReference endpoint =
        offer
            .endpoint()
            .filter(reference -> !reference.isNone())
            .or(
                () ->
                    headers
                        .flatMap(AddressingHeaders::replyTo)
                        .filter(reference -> !reference.isNone()))
            .orElse(anonymous);
    return new SequenceRequest.Offer(
        offer.id(),
        terms(Endpoints.target(endpoint), responseAcksTo(), ""),
        millis(agreement.granted(offer.expires())));
  }

  private Terms terms(String endpoint, EndpointReference acksTo, String createdBy) {
    return new Terms(
        create.version(),
        addressing.namespace(),
        context.version().namespace(),
        endpoint,
        Endpoints.text(acksTo),
        "",
        agreement.assurance(create.version()),
        behavior(),
        agreement.inactivityMillis(create.version()),
        createdBy);
  }

  private IncompleteSequenceBehavior behavior() {
    return create.version().hasIncompleteSequenceBehavior()
        ? agreement.behavior()
        : IncompleteSequenceBehavior.NO_DISCARD;
  }

  /** Acknowledgements of responses are sent to the address of the request. */
  private EndpointReference responseAcksTo() {
    return headers
        .flatMap(AddressingHeaders::to)
        .map(to -> EndpointReference.of(addressing, to))
        .orElse(EndpointReference.anonymous(addressing));
  }

  RmBody response(SequenceId id) {
    return new RmBody.CreateSequenceResponse(
        create.version(),
        id,
        agreement.granted(create.expires()),
        create.version().hasIncompleteSequenceBehavior()
            ? Optional.of(behavior())
            : Optional.empty(),
        create.offer().map(offer -> responseAcksTo()));
  }

  static long millis(Optional<Duration> time) {
    return time.map(Duration::toMillis).orElse(RmMessage.NEVER);
  }
}
