package org.dharch.axis2.delivery;

import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisEngine;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.core.DHManager;
import org.dharch.core.message.Outcome;

/**
 * Takes messages for which nobody waits to their service: those detached from their transport, and
 * those out of the store. Safe for any thread.
 */
public final class OneWayDelivery {
  private static final Log LOG = LogFactory.getLog(OneWayDelivery.class);

  private final OneWayExecutor threads;
  private final DHManager manager;

  /**
   * @param manager hears of what was delivered
   */
  public OneWayDelivery(OneWayExecutor threads, DHManager manager) {
    this.threads = threads;
    this.manager = manager;
  }

  /** The container goes on with {@code message}, which has a place, when its end is there. */
  public void resumeAtEnd(WaitingContext message) {
    message.suspend();
    var unused = message.end().thenAccept(outcome -> resume(message, outcome));
  }

  private void resume(WaitingContext message, Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      say(message, failed);
    }
    try {
      threads.execute(() -> run(message, outcome));
    } catch (RuntimeException | Error e) {
      failed(message.context(), e); // the future would keep it to itself
    }
  }

  private static void say(WaitingContext message, Outcome.Failed failed) {
    String which =
        "message "
            + failed.id()
            + " for service "
            + Names.service(message.context())
            + ", for which nobody waits, ";
    if (failed.stays()) {
      LOG.debug(which + "stays in the store: " + failed.fault());
    } else {
      LOG.error(which + "failed: " + failed.fault());
    }
  }

  private void run(WaitingContext message, Outcome outcome) {
    if (outcome instanceof Outcome.Responded responded) {
      responded(message, responded);
    } else {
      goOn(message, outcome);
    }
  }

  /** Its service is not called, and nobody is there who could be sent an answer. */
  private void responded(WaitingContext message, Outcome.Responded outcome) {
    if (outcome.envelope().isPresent()) {
      HandlerResponseReply.dropped(message.context(), outcome.id());
    }
    try {
      OneWay.ended(message.context());
    } catch (RuntimeException | Error e) {
      failed(message.context(), e);
    } finally {
      threads.release();
      manager.answered(outcome.id());
    }
  }

  private void goOn(WaitingContext message, Outcome outcome) {
    MessageContext context = message.context();
    Optional<String> notDelivered = Optional.empty();
    try {
      HandOverHandler.addTo(context, outcome, manager);
      if (outcome instanceof Outcome.Completed completed) {
        RequestSlot.begins(context, message.flow(), completed.id());
      }
      if (!GatewayPosition.isNext(context)) {
        message.apply(outcome); // the module was disengaged while the handlers performed
      }
      AxisEngine.resume(context);
    } catch (AxisFault fault) {
      OneWay.failed(context, fault);
      if (!(fault instanceof Faults.GatewayFault)) {
        failed(context, fault);
      }
      // an application's fault is the service's own: it was invoked
      if (fault.getFaultType() != Constants.APPLICATION_FAULT) {
        notDelivered = Optional.of(String.valueOf(fault.getMessage()));
      }
    } catch (RuntimeException | Error e) {
      failed(context, e);
      notDelivered = Optional.of("the container failed: " + e);
    } finally {
      threads.release();
      tell(outcome, notDelivered);
    }
  }

  private static void failed(MessageContext context, Throwable cause) {
    LOG.error(
        "message for service " + Names.service(context) + ", for which nobody waits, failed",
        cause);
  }

  private void tell(Outcome outcome, Optional<String> notDelivered) {
    if (outcome instanceof Outcome.Completed completed) {
      notDelivered.ifPresentOrElse(
          why -> manager.undelivered(completed, why), () -> manager.delivered(completed.id()));
      manager.answered(completed.id());
    }
  }
}
