package org.dharch.axis2;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.delivery.RequestSlot;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.RulePrefilter;

/**
 * Decides whether a message has handlers or takes a slot, reads it and submits it to the manager.
 * It leaves the container's context unchanged.
 */
final class MessageIntake {
  /** The decision on one message. */
  sealed interface Result {

    /** The message has no handlers and takes no slot. */
    record Bypassed() implements Result {}

    /** The message was accepted, and its thread waits for the outcome. */
    record Held(WaitingContext waiting, MessageId id) implements Result {}

    /** The message was accepted in a context of its own with a reserved thread. */
    record Detached(WaitingContext waiting) implements Result {}

    /** The message is in the store, which replays it. */
    record Stored() implements Result {}

    /** The message cannot be accepted now, but may be later. */
    record Busy(FaultReply reply, Duration retryAfter) implements Result {}

    /** The message is rejected. */
    record Rejected(FaultReply reply) implements Result {}
  }

  private final Axis2Gateway gateway;
  private final ModuleSettings settings;
  private final DHManager manager;
  private final OneWayExecutor oneWays;
  private final Limits limits;
  private final HeldBytes held;

  MessageIntake(
      Axis2Gateway gateway, ModuleSettings settings, DHManager manager, OneWayExecutor oneWays) {
    this.gateway = gateway;
    this.settings = settings;
    this.manager = manager;
    this.oneWays = oneWays;
    this.limits = settings.gateway().manager().limits();
    this.held = settings.held();
  }

  /**
   * Submits {@code context}'s message.
   *
   * @throws AxisFault if the message cannot be read
   */
  Result submit(MessageContext context, Direction flow) throws AxisFault {
    boolean handled = mayHaveHandlers(context, flow);
    if (handled) {
      NonEnvelopeContent.reject(context, flow);
    }
    boolean takesSlot = RequestSlot.isTaken(settings.flow(), context, flow);
    if (context.getEnvelope() == null || !(handled || takesSlot)) {
      return new Result.Bypassed();
    }
    if (OneWay.isAcknowledged(context, flow) && mayBeDetached(context) && oneWays.reserve()) {
      return detached(context);
    }
    Optional<Admission.Busy> busy =
        takesSlot ? manager.busy(RequestSlot.withinHeader(context)) : Optional.empty();
    return busy.isPresent()
        ? busy(busy.get()) // checked before the tree is written out
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
   * Whether the message may continue without its transport. Attachments are not stored. So a
   * message with attachments keeps its transport if its orchestration may be durable.
   */
  private boolean mayBeDetached(MessageContext context) {
    return !NonEnvelopeContent.hasAttachments(context)
        || manager.orchestrations().byName().values().stream().noneMatch(Orchestration::durable);
  }

  /** Submits a one-way message in a copy of its context; releases the thread if not accepted. */
  private Result detached(MessageContext context) throws AxisFault {
    boolean accepted = false;
    try {
      WireEnvelope wire = WireEnvelope.of(context, Direction.IN, limits);
      MessageContext copy = OneWay.copy(context);
      Submission submission = submission(context, copy, Direction.IN, wire).oneWay(true);
      Result result =
          malformed(submission)
              .orElseGet(() -> admit(WaitingContext.resumable(copy, wire, submission), false));
      accepted = result instanceof Result.Detached;
      return result;
    } finally {
      if (!accepted) {
        oneWays.release();
      }
    }
  }

  private Result held(MessageContext context, Direction flow, boolean handled) throws AxisFault {
    WireEnvelope wire =
        handled || settings.flow().readsEnvelope()
            ? WireEnvelope.of(context, flow, limits)
            : WireEnvelope.NONE;
    Submission read = submission(context, context, flow, wire);
    Optional<Result> malformed = handled ? malformed(read) : Optional.empty();
    if (malformed.isPresent()) {
      return malformed.get();
    }
    Submission submission = RequestSlot.within(read, context, flow);
    return admit(WaitingContext.held(context, wire, submission), settings.callerRuns());
  }

  private Submission submission(
      MessageContext original, MessageContext context, Direction flow, WireEnvelope wire)
      throws AxisFault {
    Submission read = WaitingContext.submission(original, context, flow, wire, limits);
    Optional<Object> client =
        settings
            .gateway()
            .clientHeader()
            .flatMap(name -> read.properties().get(SoapProperties.HTTP_HEADER + name));
    Submission submission =
        read.client(client.map(Object::toString).orElseGet(() -> Names.client(context)));
    AxisOperation operation = context.getAxisOperation();
    submission =
        ServiceSettings.orchestration(operation, flow)
            .map(submission::orchestration)
            .orElse(submission);
    return ServiceSettings.deadline(operation).map(submission::deadline).orElse(submission);
  }

  /** Rejects a malformed message now. Otherwise the first handler that parses it would fail. */
  private Optional<Result> malformed(Submission message) {
    try {
      Envelopes.checkReceived(message.envelope(), limits);
      return Optional.empty();
    } catch (MalformedMessageException e) {
      return Optional.of(new Result.Rejected(Faults.wrong(message.flow(), e.getMessage())));
    }
  }

  /** Counts the envelope's bytes as held until the outcome. */
  private Result admit(WaitingContext waiting, boolean callerRuns) {
    HeldBytes.Reservation reservation = held.reservation();
    if (!reservation.take(waiting.submission().envelope().length)) {
      Duration after = settings.flow().retryAfter();
      return new Result.Busy(FaultReply.busy(held.noCapacity(), after, Optional.empty()), after);
    }
    boolean accepted = false;
    try {
      Result result = admitted(waiting, callerRuns);
      accepted = result instanceof Result.Held || result instanceof Result.Detached;
      if (accepted) {
        var unused = waiting.end().whenComplete((outcome, never) -> reservation.end());
      }
      return result;
    } finally {
      if (!accepted) {
        reservation.end();
      }
    }
  }

  private Result admitted(WaitingContext waiting, boolean callerRuns) {
    Submission submission = waiting.submission();
    Admission admission;
    try {
      admission =
          callerRuns
              ? manager.admitCallerRuns(gateway, waiting, submission)
              : manager.admit(gateway, waiting, submission);
    } catch (MalformedMessageException e) {
      return new Result.Rejected(Faults.wrong(submission.flow(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      return new Result.Rejected(FaultReply.receiver(e.getMessage()));
    }
    if (admission instanceof Admission.Accepted accepted) {
      return waiting.resumes()
          ? new Result.Detached(waiting)
          : new Result.Held(waiting, accepted.id());
    } else if (admission instanceof Admission.Stored) {
      return new Result.Stored();
    } else if (admission instanceof Admission.Busy busy) {
      return busy(busy);
    } else if (admission instanceof Admission.Refused refused) {
      FaultReply reply = FaultReply.failed(refused.fault(), Optional.empty());
      return refused.fault().code().passes() && submission.flow() == Direction.IN
          ? new Result.Busy(reply, settings.flow().retryAfter())
          : new Result.Rejected(reply);
    }
    return new Result.Bypassed();
  }

  private static Result busy(Admission.Busy busy) {
    return new Result.Busy(
        FaultReply.busy(busy.reason(), busy.retryAfter(), Optional.empty()), busy.retryAfter());
  }
}
