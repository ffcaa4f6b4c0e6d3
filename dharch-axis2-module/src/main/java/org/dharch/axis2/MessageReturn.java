package org.dharch.axis2;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.dharch.api.MessageId;
import org.dharch.axis2.MessageIntake.Result;
import org.dharch.axis2.delivery.HandOverHandler;
import org.dharch.axis2.delivery.OneWayDelivery;
import org.dharch.axis2.delivery.RequestSlot;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.BusyReply;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.spi.SpinBudget;

/**
 * Returns a submitted message to the container: waits for the outcome of a held message, detaches
 * or rejects the others.
 */
final class MessageReturn {
  private static final long QUICK_NANOS = 100_000;

  private final ModuleSettings settings;
  private final DHManager manager;
  private final OneWayDelivery delivery;

  /** Whether a thread is spinning for its outcome; at most one does. */
  private final AtomicBoolean spinning = new AtomicBoolean();

  private final SpinBudget budget = new SpinBudget(QUICK_NANOS);

  MessageReturn(ModuleSettings settings, DHManager manager, OneWayDelivery delivery) {
    this.settings = settings;
    this.manager = manager;
    this.delivery = delivery;
  }

  /**
   * Returns {@code context}'s message.
   *
   * @return how Axis2 continues; ABORT if the response has been written or is 202
   * @throws AxisFault the fault for the sender
   */
  InvocationResponse giveBack(MessageContext context, Result result) throws AxisFault {
    if (result instanceof Result.Held held) {
      return wait(held);
    } else if (result instanceof Result.Detached detached) {
      OneWay.detach(detached.waiting().context());
      delivery.resumeAtEnd(detached.waiting());
      return InvocationResponse.SUSPEND;
    } else if (result instanceof Result.Stored) {
      return InvocationResponse.ABORT; // the sender receives 202
    } else if (result instanceof Result.Busy busy) {
      return BusyReply.of(context, busy.reply(), busy.retryAfter());
    } else if (result instanceof Result.Rejected rejected) {
      throw Faults.of(context, rejected.reply());
    }
    return InvocationResponse.CONTINUE;
  }

  private InvocationResponse wait(Result.Held held) throws AxisFault {
    WaitingContext message = held.waiting();
    RequestSlot.begins(message.context(), message.flow(), held.id());
    try {
      Outcome outcome = outcome(message, held.id(), limit(message.submission()));
      if (outcome instanceof Outcome.Failed failed) {
        message.applyExchange(failed);
      }
      if (outcome instanceof Outcome.Failed failed && passes(message, failed)) {
        Duration after = settings.flow().retryAfter();
        return BusyReply.of(
            message.context(), FaultReply.passing(failed.fault(), after, failed.id()), after);
      }
      if (outcome instanceof Outcome.Responded answered) {
        message.applyProperties(answered.properties());
        return HandlerResponseReply.of(message.context(), held.id(), answered.envelope());
      }
      message.apply(outcome);
      HandOverHandler.addTo(message.context(), outcome, manager);
      return InvocationResponse.CONTINUE;
    } catch (AxisFault fault) {
      manager.answered(held.id());
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
      MessageView view =
          new MessageView(
              submission.envelope(),
              submission.properties(),
              settings.gateway().manager().limits());
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
    return Faults.failed(message.context(), new Fault(code, "", reason), Optional.of(id));
  }
}
