package org.dharch.axis2.delivery;

import java.util.Optional;
import org.apache.axiom.om.OMException;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.ReplayGateway;

/**
 * Delivers messages without a transport to their services: stored messages and emissions of
 * handlers. Each gets a context suspended at DHArch's handler in the in flow, so that the container
 * continues with the handlers after it. The handlers before it ran before the message was stored;
 * they do not run for emissions.
 */
public final class Axis2ReplayGateway implements ReplayGateway<WaitingContext> {
  private final ConfigurationContext configuration;
  private final OneWayExecutor threads;
  private final OneWayDelivery delivery;
  private final boolean hidesFaultDetail;

  public Axis2ReplayGateway(
      ConfigurationContext configuration,
      OneWayExecutor threads,
      OneWayDelivery delivery,
      boolean hidesFaultDetail) {
    this.configuration = configuration;
    this.threads = threads;
    this.delivery = delivery;
    this.hidesFaultDetail = hidesFaultDetail;
  }

  @Override
  public Optional<WaitingContext> newContext(Submission message) {
    if (message.flow() != Direction.IN
        || !message.properties().get(SoapProperties.SERVER_SIDE).equals(Optional.of(true))) {
      throw new DHArchException(
          "only a server's request can be replayed (got flow " + message.flow() + ")");
    }
    if (message.properties().get(NonEnvelopeContent.ATTACHMENTS).isPresent()) {
      throw new DHArchException(
          "a message with attachments cannot be replayed; attachments are not stored");
    }
    AxisService service =
        configuration.getAxisConfiguration().getServiceForActivation(message.service());
    if (service == null || !service.isActive() || !threads.reserve()) {
      return Optional.empty();
    }
    Optional<WaitingContext> replayed = Optional.empty();
    try {
      replayed = replayed(message, service);
      return replayed;
    } catch (AxisFault | OMException e) {
      throw new DHArchException("Axis2 cannot create a context: " + e.getMessage(), e);
    } finally {
      if (replayed.isEmpty()) {
        threads.release();
      }
    }
  }

  private Optional<WaitingContext> replayed(Submission message, AxisService service)
      throws AxisFault {
    WireEnvelope wire = new WireEnvelope(message.envelope(), Optional.empty());
    Optional<WaitingContext> replayed =
        ReplayedContext.of(configuration, service, message, wire)
            .map(context -> WaitingContext.resumable(context, wire, message));
    replayed.ifPresent(delivery::resumeReplayedAtEnd);
    return replayed;
  }

  @Override
  public void discard(WaitingContext message) {
    threads.release();
  }

  @Override
  public void completed(WaitingContext message, Outcome.Completed outcome) {
    message.end().complete(outcome);
  }

  @Override
  public void failed(WaitingContext message, Outcome.Failed outcome) {
    message.end().complete(hidesFaultDetail ? outcome.withoutDetail() : outcome);
  }

  @Override
  public void responded(WaitingContext message, Outcome.Responded outcome) {
    message.end().complete(outcome);
  }
}
