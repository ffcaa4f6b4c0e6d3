package org.dharch.axis2.delivery;

import java.util.Optional;
import org.apache.axiom.om.OMException;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.ReplayGateway;

/**
 * Takes messages to their service that no transport has brought: stored ones, and what handlers
 * emit. Each gets a context as if it had been suspended at DHArch's place in the in flow, so that
 * the container goes on behind that place: what stands before it had its turn before the message
 * was stored, and has none with one that a handler made.
 */
public final class Axis2ReplayGateway implements ReplayGateway<WaitingContext> {
  private final ConfigurationContext configuration;
  private final OneWayExecutor threads;
  private final OneWayDelivery delivery;

  public Axis2ReplayGateway(
      ConfigurationContext configuration, OneWayExecutor threads, OneWayDelivery delivery) {
    this.configuration = configuration;
    this.threads = threads;
    this.delivery = delivery;
  }

  @Override
  public Optional<WaitingContext> newContext(Submission message) {
    if (message.flow() != Direction.IN
        || !message.properties().get(SoapProperties.SERVER_SIDE).equals(Optional.of(true))) {
      throw new DHArchException(
          "it is on flow " + message.flow() + "; only a server's requests can be executed again");
    }
    if (message.properties().get(NonEnvelopeContent.ATTACHMENTS).isPresent()) {
      throw new DHArchException("it had attachments, and they are not kept");
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
      throw new DHArchException("Axis2 makes no context of it: " + e.getMessage(), e);
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
    replayed.ifPresent(delivery::resumeAtEnd);
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
    message.end().complete(outcome);
  }

  @Override
  public void responded(WaitingContext message, Outcome.Responded outcome) {
    message.end().complete(outcome);
  }
}
