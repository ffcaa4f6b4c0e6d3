package org.dharch.axis2;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.delivery.HandOverHandler;
import org.dharch.axis2.delivery.OneWayDelivery;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.delivery.RequestSlot;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.BusyReply;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.RulePrefilter;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.spi.BorrowedThread.SpinBudget;

/**
 * Decides whether a message has handlers or takes a slot, reads it, submits it to the manager and
 * returns it to the container: it waits for the outcome of a held message, detaches or rejects the
 * others. Until the outcome it leaves the container's context unchanged.
 */
final class MessageIntake {
  private static final long QUICK_NANOS = 100_000;

  private final Axis2Gateway gateway;
  private final ModuleSettings settings;
  private final DHManager manager;
  private final OneWayExecutor oneWays;
  private final Limits limits;
  private final HeldBytes held;
  private final OneWayDelivery delivery;

  /** Whether a thread is spinning for its outcome; at most one does. */
  private final AtomicBoolean spinning = new AtomicBoolean();

  private final SpinBudget budget = new SpinBudget(QUICK_NANOS);

  MessageIntake(
      Axis2Gateway gateway,
      ModuleSettings settings,
      DHManager manager,
      OneWayExecutor oneWays,
      OneWayDelivery delivery) {
    this.delivery = delivery;
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
   * @return how Axis2 continues; ABORT if the response has been written or is 202
   * @throws AxisFault the fault for the sender
   */
  InvocationResponse pass(MessageContext context, Direction flow) throws AxisFault {
    boolean handled = mayHaveHandlers(context, flow);
    if (handled) {
      NonEnvelopeContent.reject(context, flow);
    }
    boolean takesSlot = RequestSlot.isTaken(settings.flow(), context, flow);
    if (context.getEnvelope() == null || !(handled || takesSlot)) {
      return InvocationResponse.CONTINUE;
    }
    if (OneWay.isAcknowledged(context, flow) && mayBeDetached(context) && oneWays.reserve()) {
      return detached(context);
    }
    Optional<Admission.Busy> busy =
        takesSlot
            ? RequestSlot.withinHeader(context)
                .map(within -> manager.busy(within))
                .orElseGet(() -> manager.busy())
            : Optional.empty();
    return busy.isPresent()
        ? busy(context, busy.get()) // checked before the tree is written out
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
    return !ServiceSettings.keepsThread(context.getAxisOperation()).orElse(settings.keepsThread())
        && (!NonEnvelopeContent.hasAttachments(context)
            || manager.orchestrations().byName().values().stream()
                .noneMatch(Orchestration::durable));
  }

  /** Submits a one-way message in a copy of its context; releases the thread if not accepted. */
  private InvocationResponse detached(MessageContext context) throws AxisFault {
    boolean accepted = false;
    try {
      WireEnvelope wire = WireEnvelope.of(context, Direction.IN, limits);
      MessageContext copy = OneWay.copy(context);
      Submission submission = submission(context, copy, Direction.IN, wire).oneWay(true);
      checkReceived(context, submission);
      InvocationResponse response =
          admit(context, WaitingContext.resumable(copy, wire, submission), false);
      accepted = response.equals(InvocationResponse.SUSPEND);
      return response;
    } finally {
      if (!accepted) {
        oneWays.release();
      }
    }
  }

  private InvocationResponse held(MessageContext context, Direction flow, boolean handled)
      throws AxisFault {
    WireEnvelope wire =
        handled || settings.flow().rules().readsEnvelope()
            ? WireEnvelope.of(context, flow, limits)
            : WireEnvelope.NONE;
    Submission read = submission(context, context, flow, wire);
    if (handled) {
      checkReceived(context, read);
    }
    Submission submission = RequestSlot.within(read, context, flow);
    return admit(context, WaitingContext.held(context, wire, submission), settings.callerRuns());
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
  private void checkReceived(MessageContext context, Submission message) throws AxisFault {
    try {
      Envelopes.checkReceived(message.envelope(), limits);
    } catch (MalformedMessageException e) {
      throw Faults.of(context, Faults.wrong(message.flow(), e.getMessage()));
    }
  }

  /** Counts the envelope's bytes as held until the outcome. */
  private InvocationResponse admit(
      MessageContext context, WaitingContext waiting, boolean callerRuns) throws AxisFault {
    HeldBytes.Reservation reservation = held.reservation();
    Duration retryAfter = settings.flow().retryAfter();
    if (!reservation.take(waiting.submission().envelope().length)) {
      return busy(context, new Admission.Busy(held.noCapacity(), retryAfter));
    }
    Admission admission;
    boolean accepted = false;
    try {
      admission = admission(context, waiting, callerRuns);
      accepted = admission instanceof Admission.Accepted;
      if (accepted) {
        var unused = waiting.end().whenComplete((outcome, never) -> reservation.end());
      }
    } finally {
      if (!accepted) {
        reservation.end();
      }
    }
    if (admission instanceof Admission.Accepted taken && !waiting.resumes()) {
      return wait(waiting, taken.id());
    } else if (accepted) {
      OneWay.detach(waiting.context());
      delivery.resumeAtEnd(waiting);
      return InvocationResponse.SUSPEND;
    } else if (admission instanceof Admission.Stored) {
      return InvocationResponse.ABORT; // the sender receives 202
    } else if (admission instanceof Admission.Busy busy) {
      return busy(context, busy);
    } else if (admission instanceof Admission.Refused refused) {
      FaultReply reply = FaultReply.failed(refused.fault());
      if (refused.fault().code().passes() && waiting.flow() == Direction.IN) {
        return BusyReply.of(context, reply, retryAfter);
      }
      throw Faults.of(context, reply);
    }
    return InvocationResponse.CONTINUE;
  }

  private Admission admission(MessageContext context, WaitingContext waiting, boolean callerRuns)
      throws AxisFault {
    Submission submission = waiting.submission();
    try {
      return callerRuns
          ? manager.admitCallerRuns(gateway, waiting, submission)
          : manager.admit(gateway, waiting, submission);
    } catch (MalformedMessageException e) {
      throw Faults.of(context, Faults.wrong(submission.flow(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw Faults.of(context, FaultReply.receiver(e.getMessage()));
    }
  }

  private static InvocationResponse busy(MessageContext context, Admission.Busy busy)
      throws AxisFault {
    return BusyReply.of(
        context, FaultReply.busy(busy.reason(), busy.retryAfter()), busy.retryAfter());
  }

  private InvocationResponse wait(WaitingContext message, MessageId id) throws AxisFault {
    RequestSlot.begins(message.context(), message.flow(), id);
    try {
      Outcome outcome = outcome(message, id, limit(message.submission()));
      if (outcome instanceof Outcome.Failed failed) {
        message.applyProperties(failed.properties());
        if (failed.fault().thrown().isPresent()
            && failed.properties().get(Constants.HTTP_RESPONSE_STATE).isEmpty()
            && failed.properties().get(SoapProperties.HTTP_STATUS).orElse(null)
                instanceof Integer status) {
          BusyReply.withStatus(message.context(), status);
        }
      }
      if (outcome instanceof Outcome.Failed failed && passes(message, failed)) {
        Duration after = settings.flow().retryAfter();
        return BusyReply.of(
            message.context(), FaultReply.passing(failed.fault(), after, failed.id()), after);
      }
      if (outcome instanceof Outcome.Responded answered) {
        message.applyProperties(answered.properties());
        return answered.envelope().isPresent()
            ? HandlerResponseReply.of(message.context(), id, answered.envelope().get())
            : HandlerResponseReply.accepted(message.context());
      }
      message.apply(outcome);
      HandOverHandler.addTo(message.context(), outcome, manager);
      return InvocationResponse.CONTINUE;
    } catch (AxisFault fault) {
      manager.answered(id);
      // the message may complete later
      var unused = message.end().thenAccept(late -> notHandedOver(late, fault.getMessage()));
      throw fault;
    }
  }

  /** Whether the sender may retry: after a failed response the service has already run. */
  private static boolean passes(WaitingContext message, Outcome.Failed failed) {
    return failed.fault().code() == Fault.Code.BUSY
        || (failed.passes() && message.flow() == Direction.IN);
  }

  private void notHandedOver(Outcome outcome, String why) {
    if (outcome instanceof Outcome.Completed completed) {
      manager.undelivered(completed, String.valueOf(why));
    }
  }

  /** The longest time that the thread waits for the manager. */
  private Duration limit(Submission submission) {
    return submission
        .deadline()
        .or(() -> chosen(submission).flatMap(Orchestration::deadline))
        .orElse(settings.gateway().manager().deadline())
        .plus(settings.gateway().grace());
  }

  private Optional<Orchestration> chosen(Submission submission) {
    try {
      MessageView view = new MessageView(submission.envelope(), submission.properties(), limits);
      return manager.orchestrations().choose(submission, view);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // its version of the orchestrations has been replaced
    }
  }

  private Outcome outcome(WaitingContext message, MessageId id, Duration limit) throws AxisFault {
    try {
      return await(message.end(), limit);
    } catch (TimeoutException e) {
      manager.cancel(id);
      String reason =
          "no outcome within the deadline and the grace period, " + limit.toMillis() + " ms";
      throw failed(message, id, Fault.Code.DEADLINE, reason);
    } catch (InterruptedException e) {
      manager.cancel(id);
      Thread.currentThread().interrupt();
      String reason = "the container interrupted the message's thread";
      throw failed(message, id, Fault.Code.CANCELLED, reason);
    } catch (ExecutionException e) {
      throw Faults.of(message.context(), FaultReply.receiver(e.getCause().toString()));
    }
  }

  /**
   * Waits for the outcome on the container's thread. Parking and waking that thread costs tens of
   * microseconds, more than a quick handler in the same JVM takes. So while outcomes have recently
   * arrived within {@value #QUICK_NANOS} ns, one thread at a time spins that long before it parks.
   */
  private Outcome await(CompletableFuture<Outcome> end, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long begin = System.nanoTime();
    if (budget.isEnough() && spinning.compareAndSet(false, true)) {
      try {
        while (!end.isDone() && budget.lasts(begin)) {
          Thread.onSpinWait();
        }
      } finally {
        spinning.set(false);
      }
    }
    Outcome outcome = end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    budget.arrived(begin);
    return outcome;
  }

  private static AxisFault failed(
      WaitingContext message, MessageId id, Fault.Code code, String reason) {
    return Faults.failed(message.context(), new Fault(code, "", reason), id);
  }
}
