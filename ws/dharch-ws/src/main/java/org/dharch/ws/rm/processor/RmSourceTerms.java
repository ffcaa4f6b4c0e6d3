package org.dharch.ws.rm.processor;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.soap.SoapVersion;

/**
 * The terms of a local source.
 *
 * @param version of WS-ReliableMessaging
 * @param assurance the expected delivery assurance of the sink
 * @param inactivity a sequence fails after this time without an acknowledgement
 * @param expires the lifetime of a sequence; empty for unlimited
 * @param replyTo the target of acknowledgements and replies; by default the back-channel
 * @param isOffering whether a sequence is offered for responses
 * @param repliesTo the local service for responses without a waiting application, which are
 *     otherwise dropped
 */
public record RmSourceTerms(
    RmVersion version,
    DeliveryAssurance assurance,
    Duration inactivity,
    Optional<Duration> expires,
    Optional<String> replyTo,
    boolean isOffering,
    Optional<String> repliesTo) {

  Terms terms(EndpointReference endpoint, AddressingVersion addressing, SoapVersion soap) {
    return terms(Endpoints.text(endpoint), addressing, soap, acksTo(addressing));
  }

  /** Returns the terms of the offered sequence, whose sink is this node. */
  Optional<Terms> offer(AddressingVersion addressing, SoapVersion soap) {
    return isOffering
        ? Optional.of(terms(repliesTo.orElse(""), addressing, soap, ""))
        : Optional.empty();
  }

  private String acksTo(AddressingVersion addressing) {
    return replyTo
        .map(address -> Endpoints.text(EndpointReference.of(addressing, address)))
        .orElse("");
  }

  private Terms terms(
      String endpoint, AddressingVersion addressing, SoapVersion soap, String acksTo) {
    return new Terms(
        version,
        addressing.namespace(),
        soap.namespace(),
        endpoint,
        acksTo,
        "",
        assurance,
        IncompleteSequenceBehavior.NO_DISCARD,
        inactivity.toMillis(),
        "");
  }
}
