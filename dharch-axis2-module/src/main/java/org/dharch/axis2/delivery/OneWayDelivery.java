package org.dharch.axis2.delivery;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingHelper;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.Outcome;
import org.dharch.core.settings.ThreadContexts;

/**
 * Delivers messages without a waiting client to their services: detached and replayed ones. Safe
 * for any thread.
 */
public final class OneWayDelivery {
  private static final Log LOG = LogFactory.getLog(OneWayDelivery.class);

  private final OneWayExecutor threads;
  private final DHManager manager;
  private final ThreadContexts contexts;

  /**
   * @param manager receives the delivery reports
   * @param application the class loader that services find on their threads
   */
  public OneWayDelivery(OneWayExecutor threads, DHManager manager, ClassLoader application) {
    this.threads = threads;
    this.manager = manager;
    this.contexts = new ThreadContexts(application);
  }

  /**
   * Logs which operations of {@code service} leave their transport's thread, and what they find on
   * the other.
   *
   * @param keepsThread whether operations keep it that do not say
   */
  public void announce(AxisService service, boolean keepsThread) {
    List<String> leave = new ArrayList<>();
    for (Iterator<AxisOperation> all = service.getOperations(); all.hasNext(); ) {
      AxisOperation operation = all.next();
      if (OneWay.isOneWay(operation)
          && !ServiceSettings.keepsThread(operation).orElse(keepsThread)) {
        leave.add(operation.getName().getLocalPart());
      }
    }
    if (!leave.isEmpty()) {
      LOG.info(
          "One-way operations leave their transport's thread service="
              + service.getName()
              + " operations="
              + leave
              + " carried="
              + contexts.carried()
              + "; other state of that thread needs "
              + ModuleSettings.KEEPS_THREAD);
    }
  }

  /**
   * Resumes {@code message}, which has a reserved thread, at its outcome, with what the current
   * thread of the transport has.
   */
  public void resumeAtEnd(WaitingContext message) {
    resumeAtEnd(message, contexts.capture());
  }

  /** The same for a message that has no transport. */
  void resumeReplayedAtEnd(WaitingContext message) {
    resumeAtEnd(message, contexts.withoutRequest());
  }

  private void resumeAtEnd(WaitingContext message, ThreadContexts.Captured transport) {
    message.suspend();
    var unused = message.end().thenAccept(outcome -> resume(message, outcome, transport));
  }

  private void resume(WaitingContext message, Outcome outcome, ThreadContexts.Captured transport) {
    if (outcome instanceof Outcome.Failed failed) {
      log(message, failed);
    }
    try {
      threads.execute(() -> run(message, outcome, transport));
    } catch (RuntimeException | Error e) {
      failed(message.context(), e); // the future would swallow it
    }
  }

  private static void log(WaitingContext message, Outcome.Failed failed) {
    String which =
        "message "
            + failed.id()
            + " for service "
            + Names.service(message.context())
            + " (no waiting client) ";
    if (failed.stays()) {
      LOG.debug(which + "stays in the store: " + failed.fault());
    } else {
      LOG.error(which + "failed: " + failed.fault());
    }
  }

  private void run(WaitingContext message, Outcome outcome, ThreadContexts.Captured transport) {
    try {
      transport.call(
          () -> {
            run(message, outcome);
            return null;
          });
    } catch (Exception e) {
      failed(message.context(), e);
    }
  }

  private void run(WaitingContext message, Outcome outcome) {
    if (outcome instanceof Outcome.Responded responded) {
      responded(message, responded);
    } else {
      proceed(message, outcome);
    }
  }

  /** Ends a message that a handler has answered; its service is not called. */
  private void responded(WaitingContext message, Outcome.Responded outcome) {
    MessageContext context = message.context();
    try {
      OneWay.ended(context);
      if (outcome.envelope().isPresent()) {
        HandlerResponseReply.acknowledged(context, outcome.id(), outcome.envelope().get());
      }
    } catch (AxisFault fault) {
      send(context, fault);
    } catch (RuntimeException | Error e) {
      failed(context, e);
    } finally {
      threads.release();
      manager.answered(outcome.id());
    }
  }

  private void proceed(WaitingContext message, Outcome outcome) {
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
      if (!(outcome instanceof Outcome.Failed waits && waits.stays())) {
        send(context, fault);
      }
      // an application fault means that the service was invoked
      if (fault.getFaultType() != Constants.APPLICATION_FAULT) {
        notDelivered = Optional.of(String.valueOf(fault.getMessage()));
      }
    } catch (RuntimeException | Error e) {
      failed(context, e);
      send(context, new AxisFault(e.toString(), e));
      notDelivered = Optional.of("the container failed: " + e);
    } finally {
      threads.release();
      report(outcome, notDelivered);
    }
  }

  /** Sends {@code fault} to the address that its message names for faults or for replies. */
  private static void send(MessageContext context, AxisFault fault) {
    if (!AddressingHelper.isFaultRedirected(context)) {
      return; // the sender has its 202
    }
    try {
      AxisEngine.sendFault(MessageContextBuilder.createFaultMessageContext(context, fault));
    } catch (AxisFault | RuntimeException e) {
      LOG.error("Failed to send the fault of a one-way message reason=" + fault.getMessage(), e);
    }
  }

  private static void failed(MessageContext context, Throwable cause) {
    LOG.error("Failed to deliver one-way message service=" + Names.service(context), cause);
  }

  private void report(Outcome outcome, Optional<String> notDelivered) {
    if (outcome instanceof Outcome.Completed completed) {
      notDelivered.ifPresentOrElse(
          why -> manager.undelivered(completed, why), () -> manager.delivered(completed.id()));
      manager.answered(completed.id());
    }
  }
}
