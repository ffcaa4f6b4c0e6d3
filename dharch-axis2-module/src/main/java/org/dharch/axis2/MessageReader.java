package org.dharch.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.Limits;
import org.dharch.axis2.envelope.EnvelopeCapture;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.SubmittedMessage;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;

/** Reads of a context what the manager is handed of its message. */
final class MessageReader {
  private final ModuleSettings settings;

  MessageReader(ModuleSettings settings) {
    this.settings = settings;
  }

  /**
   * A message whose thread waits for it. What only waits for its turn need not be written out.
   *
   * @param handled whether it may have handlers
   */
  SubmittedMessage readHeld(MessageContext context, Direction flow, boolean handled)
      throws AxisFault {
    WireEnvelope wire =
        handled || settings.flow().readsEnvelope() ? envelope(context, flow) : WireEnvelope.NONE;
    return SubmittedMessage.held(context, flow, wire, limits());
  }

  /** A one-way message, in a copy of {@code context} that needs its transport no more. */
  SubmittedMessage readOneWay(MessageContext context) throws AxisFault {
    WireEnvelope wire = envelope(context, Direction.IN);
    return SubmittedMessage.resumable(context, OneWay.copy(context), wire, limits());
  }

  private WireEnvelope envelope(MessageContext context, Direction flow) throws AxisFault {
    return EnvelopeCapture.of(context, flow, limits());
  }

  private Limits limits() {
    return settings.gateway().manager().limits();
  }

  /** What the manager decides by, and what the handlers get. */
  Submission submission(SubmittedMessage message) {
    MessageContext context = message.context();
    return new Submission(
            message.flow(),
            Names.service(context),
            Names.operation(context),
            Names.action(context),
            message.wire().bytes(),
            message.properties(),
            message.processed(),
            ServiceSettings.orchestration(context.getAxisOperation(), message.flow()),
            ServiceSettings.deadline(context.getAxisOperation()))
        .client(Names.client(context, settings.gateway().clientHeader(), message.properties()));
  }
}
