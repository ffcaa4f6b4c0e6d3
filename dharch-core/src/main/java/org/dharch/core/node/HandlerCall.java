package org.dharch.core.node;

import org.dharch.core.message.Changes;
import org.dharch.core.spi.DHHandler;
import org.dharch.core.spi.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Calls one handler on the current thread; whatever it does becomes a result. */
final class HandlerCall {
  /** The name under which the message's id stands in the MDC. */
  static final String MDC_MESSAGE = "messageId";

  private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);

  private final Ticker ticker;
  private final ResultCheck check;

  HandlerCall(Ticker ticker, ResultCheck check) {
    this.ticker = ticker;
    this.check = check;
  }

  HandlerResult perform(TaskRun task, DHHandler handler) {
    long began = ticker.nanos();
    long waited = Math.max(0, began - task.arrival);
    Changes changes = null;
    String reason = "";
    MDC.put(MDC_MESSAGE, task.key.id().toString());
    task.entered();
    try {
      changes = handler.handle(task.message());
      reason = changes == null ? "the handler returned null; Changes.NONE is for no change" : "";
    } catch (Throwable e) { // an Error of a handler is its own, the node goes on
      reason = Reasons.of(e);
      log.debug("handler {} failed", task.task.handler(), e);
    } finally {
      task.left();
      MDC.remove(MDC_MESSAGE);
    }
    long ran = Math.max(0, ticker.nanos() - began);
    HandlerResult result =
        new HandlerResult(
            task.task.index(),
            task.task.attempt(),
            reason.isEmpty() ? HandlerResult.Status.PERFORMED : HandlerResult.Status.FAILED,
            reason,
            waited,
            ran,
            changes == null ? Changes.NONE : changes);
    return checked(result);
  }

  private HandlerResult checked(HandlerResult result) {
    try {
      return check.problem(result).map(p -> HandlerNode.failed(result, p)).orElse(result);
    } catch (RuntimeException e) { // a null where there may be none
      return HandlerNode.failed(result, "the handler's result cannot be read: " + Reasons.of(e));
    }
  }
}
