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
 * On which terms a source here sends.
 *
 * @param version of WS-ReliableMessaging
 * @param assurance what is expected of the sink
 * @param inactivity after how long without an acknowledgement a sequence has failed
 * @param expires how long a sequence is to last; empty: as long as it is needed
 * @param replyTo where acknowledgements and replies go; empty: the back-channel
 * @param isOffering whether a sequence is offered for the responses of requests
 * @param repliesTo the service here to which responses are delivered that no application waits for;
 *     empty: they are dropped
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

  /** Of the sequence that is offered; its sink is here. */
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
