package org.dharch.axis2;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.delivery.RequestSlot;
import org.dharch.axis2.envelope.AttachmentsGuard;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.Attached;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.SubmittedMessage;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.RulePrefilter;

/**
 * The way in: finds out whether a message has anything to do here, reads what is needed of it and
 * hands it to the manager. Nothing of the container's is changed by that, whatever comes of it.
 */
final class MessageIntake {
  private final Axis2Gateway gateway;
  private final ModuleSettings settings;
  private final DHManager manager;
  private final OneWayExecutor oneWays;
  private final MessageReader reader;
  private final HeldBytes held;

  MessageIntake(
      Axis2Gateway gateway, ModuleSettings settings, DHManager manager, OneWayExecutor oneWays) {
    this.gateway = gateway;
    this.settings = settings;
    this.manager = manager;
    this.oneWays = oneWays;
    this.reader = new MessageReader(settings);
    this.held = settings.held();
  }

  /**
   * Takes {@code context}'s message in.
   *
   * @throws AxisFault if it cannot be read
   */
  IntakeResult takeIn(MessageContext context, Direction flow) throws AxisFault {
    boolean handled = mayHaveHandlers(context, flow);
    if (handled) {
      AttachmentsGuard.refuse(context, flow);
    }
    boolean takesSlot = RequestSlot.isTaken(settings.flow(), context, flow);
    if (context.getEnvelope() == null || !(handled || takesSlot)) {
      return new IntakeResult.Untouched();
    }
    if (OneWay.isAcknowledged(context, flow) && mayBeDetached(context) && oneWays.reserve()) {
      return oneWay(context);
    }
    Optional<Admission.Busy> busy =
        takesSlot ? manager.busy(RequestSlot.withinHeader(context)) : Optional.empty();
    return busy.isPresent()
        ? busy(busy.get()) // before it is written out for nothing
        : held(context, flow, handled);
  }

  private boolean mayHaveHandlers(MessageContext context, Direction flow) {
    return ServiceSettings.orchestration(context.getAxisOperation(), flow).isPresent()
        || new RulePrefilter(
                Names.service(context),
                Optional.of(Names.operation(context)),
                Optional.of(Names.action(context)))
            .any(manager.orchestrations(), Set.of(flow));
  }

  /**
   * Attachments are not stored. So a message with some is acknowledged only when its service was
   * invoked, if it might be one that must survive.
   */
  private boolean mayBeDetached(MessageContext context) {
    return !Attached.any(context)
        || manager.orchestrations().byName().values().stream().noneMatch(Orchestration::durable);
  }

  /** A place is reserved for it; it keeps that if it is accepted. */
  private IntakeResult oneWay(MessageContext context) throws AxisFault {
    boolean accepted = false;
    try {
      SubmittedMessage message = reader.readOneWay(context);
      IntakeResult result =
          wrong(message)
              .orElseGet(() -> admit(message, reader.submission(message).oneWay(true), false));
      accepted = result instanceof IntakeResult.Detached;
      return result;
    } finally {
      if (!accepted) {
        oneWays.release();
      }
    }
  }

  private IntakeResult held(MessageContext context, Direction flow, boolean handled)
      throws AxisFault {
    SubmittedMessage message = reader.readHeld(context, flow, handled);
    Optional<IntakeResult> wrong = handled ? wrong(message) : Optional.empty();
    if (wrong.isPresent()) {
      return wrong.get();
    }
    Submission submission = RequestSlot.within(reader.submission(message), context, flow);
    return admit(message, submission, settings.callerRuns());
  }

  /**
   * Why no handler is to see {@code message}: it is not what a sender may send. Whoever wrote it
   * hears so at once; else the first handler that looks into it would have failed.
   */
  private Optional<IntakeResult> wrong(SubmittedMessage message) {
    try {
      Envelopes.checkReceived(message.wire().bytes(), settings.gateway().manager().limits());
      return Optional.empty();
    } catch (MalformedMessageException e) {
      return Optional.of(new IntakeResult.Refused(Faults.wrong(message.flow(), e.getMessage())));
    }
  }

  /** With its bytes among those that may be held, until its end is there. */
  private IntakeResult admit(SubmittedMessage message, Submission submission, boolean callerRuns) {
    HeldBytes.Reservation reservation = held.reservation();
    if (!reservation.take(submission.envelope().length)) {
      Duration after = settings.flow().retryAfter();
      return new IntakeResult.Busy(FaultReply.busy(held.noCapacity(), after, Optional.empty()), after);
    }
    boolean accepted = false;
    try {
      IntakeResult result = handedIn(message, submission, callerRuns);
      accepted = result instanceof IntakeResult.Held || result instanceof IntakeResult.Detached;
      if (accepted) {
        var unused = message.end().whenComplete((outcome, never) -> reservation.end());
      }
      return result;
    } finally {
      if (!accepted) {
        reservation.end();
      }
    }
  }

  private IntakeResult handedIn(
      SubmittedMessage message, Submission submission, boolean callerRuns) {
    Admission admission;
    try {
      admission =
          callerRuns
              ? manager.admitCallerRuns(gateway, message, submission)
              : manager.admit(gateway, message, submission);
    } catch (MalformedMessageException e) {
      return new IntakeResult.Refused(Faults.wrong(message.flow(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      return new IntakeResult.Refused(FaultReply.receiver(e.getMessage()));
    }
    if (admission instanceof Admission.Accepted accepted) {
      return message.resumes()
          ? new IntakeResult.Detached(message)
          : new IntakeResult.Held(message, accepted.id(), submission);
    } else if (admission instanceof Admission.Stored) {
      return new IntakeResult.Stored();
    } else if (admission instanceof Admission.Busy busy) {
      return busy(busy);
    } else if (admission instanceof Admission.Refused refused) {
      FaultReply reply = FaultReply.failed(refused.fault(), Optional.empty());
      return refused.fault().code().passes() && message.flow() == Direction.IN
          ? new IntakeResult.Busy(reply, settings.flow().retryAfter())
          : new IntakeResult.Refused(reply);
    }
    return new IntakeResult.Untouched(); // it has no handlers after all
  }

  private static IntakeResult busy(Admission.Busy busy) {
    return new IntakeResult.Busy(
        FaultReply.busy(busy.reason(), busy.retryAfter(), Optional.empty()), busy.retryAfter());
  }
}
