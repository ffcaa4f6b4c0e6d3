package org.dharch.axis2;

import java.util.Optional;
import org.apache.axiom.om.OMException;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.Revival;

/**
 * Takes stored messages to their service. Each gets a context as if it had been suspended at
 * DHArch's place in the in flow, so that the container goes on behind that place: what stands
 * before it had its turn before the message was stored.
 */
final class Axis2Revival implements Revival<SubmittedMessage> {
  private final ConfigurationContext configuration;
  private final OneWayExecutor threads;
  private final OneWayDelivery delivery;

  Axis2Revival(
      ConfigurationContext configuration, OneWayExecutor threads, OneWayDelivery delivery) {
    this.configuration = configuration;
    this.threads = threads;
    this.delivery = delivery;
  }

  @Override
  public Optional<SubmittedMessage> revive(Submission message) {
    if (message.flow() != Direction.IN
        || !message.properties().get(SoapProperties.SERVER_SIDE).equals(Optional.of(true))) {
      throw new DHArchException(
          "it is on flow " + message.flow() + "; only a server's requests can be executed again");
    }
    if (message.properties().get(Attached.PROPERTY).isPresent()) {
      throw new DHArchException("it had attachments, and they are not kept");
    }
    AxisService service =
        configuration.getAxisConfiguration().getServiceForActivation(message.service());
    if (service == null || !service.isActive()) {
      return Optional.empty();
    }
    AxisOperation operation = RevivedContext.operation(service, message.operation());
    Optional<RevivedContext.Place> place = RevivedContext.place(configuration, operation);
    if (place.isEmpty() || !threads.reserve()) {
      return Optional.empty();
    }
    boolean made = false;
    try {
      SubmittedMessage revived = revived(message, operation, place.get());
      made = true;
      return Optional.of(revived);
    } catch (AxisFault | OMException e) {
      throw new DHArchException("Axis2 makes no context of it: " + e.getMessage(), e);
    } finally {
      if (!made) {
        threads.release();
      }
    }
  }

  private SubmittedMessage revived(
      Submission message, AxisOperation operation, RevivedContext.Place place) throws AxisFault {
    WireEnvelope wire = new WireEnvelope(message.envelope(), Optional.empty());
    MessageContext context =
        RevivedContext.of(configuration, operation, place, wire, message.properties());
    SubmittedMessage revived = SubmittedMessage.revived(context, wire, message);
    delivery.resumeAtEnd(revived);
    return revived;
  }

  @Override
  public void discard(SubmittedMessage message) {
    threads.release();
  }

  @Override
  public void completed(SubmittedMessage message, Outcome.Completed outcome) {
    message.end().complete(outcome);
  }

  @Override
  public void halted(SubmittedMessage message, Outcome.Halted outcome) {
    message.end().complete(outcome);
  }

  @Override
  public void answered(SubmittedMessage message, Outcome.Answered outcome) {
    message.end().complete(outcome);
  }
}
