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

/** Processes the parts of a message that are addressed to sources: acknowledgements and faults. */
final class RmHeard {
  private final RmSite site;

  RmHeard(RmSite site) {
    this.site = site;
  }

  /**
   * Processes the acknowledgements in the headers.
   *
   * @return the fault for the first invalid one
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
    var said = header.acknowledgement();
    if (!header.lacking().isEmpty()) {
      site.outbox()
          .take(site.engine().atSource(said.sequence(), new RmEvent.Lacking(header.lacking())));
      return Optional.empty();
    }
    RmResult result =
        site.engine()
            .atSource(said.sequence(), new RmEvent.Acknowledged(said.ranges(), said.isFinal()));
    site.outbox().take(result);
    return result
        .answer()
        .map(RmDirective::action)
        .filter(RmAction.Refuse.class::isInstance)
        .map(
            action ->
                new RmFault(
                    header.version(),
                    ((RmAction.Refuse) action).refusal(),
                    Optional.of(said.sequence()),
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
    Optional<SoapFault> said = SoapFaults.read(context.bytes());
    Optional<RmFault> fault = said.isPresent() ? RmFault.of(said.get(), headers) : Optional.empty();
    fault
        .flatMap(RmFault::sequence)
        .ifPresent(
            id ->
                site.outbox()
                    .take(site.engine().atSource(id, new RmEvent.Faulted(fault.get().refusal()))));
    return fault;
  }
}
