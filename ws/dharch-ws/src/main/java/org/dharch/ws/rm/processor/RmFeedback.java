package org.dharch.ws.rm.processor;

import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;

/** Processes acknowledgements and faults for sources. */
final class RmFeedback {
  private final RmSite site;

  RmFeedback(RmSite site) {
    this.site = site;
  }

  /**
   * Processes the acknowledgements of a message.
   *
   * @return the fault for the first invalid acknowledgement
   */
  Optional<RmFault> acknowledgements(RmHeaders headers) {
    Optional<RmFault> refused = headers.refused().stream().findFirst();
    for (AcknowledgementHeader header : headers.acknowledgements()) {
      Optional<RmFault> invalid = acknowledgement(header);
      refused = refused.or(() -> invalid);
    }
    return refused;
  }

  private Optional<RmFault> acknowledgement(AcknowledgementHeader header) {
    var received = header.acknowledgement();
    if (!header.missing().isEmpty()) {
      site.outbox()
          .send(site.engine().atSource(received.sequence(), new RmEvent.Missing(header.missing())));
      return Optional.empty();
    }
    RmResult result =
        site.engine()
            .atSource(
                received.sequence(),
                new RmEvent.Acknowledged(received.ranges(), received.isFinal()));
    site.outbox().send(result);
    return result
        .answer()
        .map(RmDirective::action)
        .filter(RmAction.Refuse.class::isInstance)
        .map(
            action ->
                new RmFault(
                    header.version(),
                    ((RmAction.Refuse) action).refusal(),
                    Optional.of(received.sequence()),
                    Optional.of(header.write())));
  }

  /**
   * Processes a fault for a sequence of a local source.
   *
   * @return empty if the message is not such a fault
   */
  Optional<RmFault> fault(SOAPContext context, RmHeaders headers) throws ProcessingException {
    if (context.bodyName().filter(context.version().name("Fault")::equals).isEmpty()) {
      return Optional.empty();
    }
    Optional<SoapFault> received = SoapFaults.read(context.bytes());
    Optional<RmFault> fault =
        received.isPresent() ? RmFault.of(received.get(), headers) : Optional.empty();
    fault
        .flatMap(RmFault::sequence)
        .ifPresent(
            id ->
                site.outbox()
                    .send(site.engine().atSource(id, new RmEvent.Faulted(fault.get().refusal()))));
    return fault;
  }
}
