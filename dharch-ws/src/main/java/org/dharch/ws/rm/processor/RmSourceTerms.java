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
 * @param repliesTo the service here to which responses are delivered that come in a sequence of
 *     their own, which is offered then; empty: none is offered
 */
public record RmSourceTerms(
    RmVersion version,
    DeliveryAssurance assurance,
    Duration inactivity,
    Optional<Duration> expires,
    Optional<String> replyTo,
    Optional<String> repliesTo) {

  Terms terms(EndpointReference endpoint, AddressingVersion addressing, SoapVersion soap) {
    return terms(Endpoints.text(endpoint), addressing, soap, acksTo(addressing));
  }

  /** Of the sequence that is offered; its sink is here. */
  Optional<Terms> offer(AddressingVersion addressing, SoapVersion soap) {
    return repliesTo.map(service -> terms(service, addressing, soap, ""));
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
