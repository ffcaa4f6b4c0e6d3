package org.dharch.core.node;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Submission;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.TraceContext;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.node.failure.FailureLog;
import org.dharch.core.node.failure.StackText;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.spi.FormHandler;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.RepeatedLog;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Calls one handler on the current thread and turns every outcome, exceptions included, into a
 * result.
 */
final class HandlerCall {
  /**
   * The MDC key of the message's id. {@link Submission#WITHIN} is another key: the value of that
   * header for service calls for which the handler waits.
   */
  static final String MDC_MESSAGE = "messageId";

  private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);

  private final Ticker ticker;
  private final ResultCheck check;
  private final ExecutionJournal journal;
  private final NodeEmissions emissions;
  private final FailureLog failures;

  /** Limits the log of journal failures: on a full disk each attempt fails. */
  private final RepeatedLog unwritten;

  HandlerCall(
      Ticker ticker,
      ResultCheck check,
      ExecutionJournal journal,
      NodeEmissions emissions,
      FailureLog failures) {
    this.failures = failures;
    this.emissions = emissions;
    this.ticker = ticker;
    this.check = check;
    this.journal = journal;
    this.unwritten = new RepeatedLog(ticker::nanos, log::error);
  }

  /** Performs the task; the start of a stateful handler is journaled first. */
  HandlerResult perform(TaskRun task, DHHandler handler) {
    if (!task.remembered()) {
      return call(task, handler);
    }
    try {
      journal.writeBegin(task.key);
    } catch (DHArchException e) {
      unwritten.log(
          "Failed to journal the start of handler " + task.task.handler() + ": " + ErrorText.of(e));
      return notStarted(task, ErrorText.of(e), ticker.nanos());
    }
    HandlerResult result = call(task, handler);
    try {
      journal.writeEnd(task.key, result);
    } catch (DHArchException e) { // the result is unknown only after a crash
      unwritten.log(
          "Failed to journal the result of handler "
              + task.task.handler()
              + ": "
              + ErrorText.of(e));
    }
    return result;
  }

  /**
   * Returns the result of a task that is too late to start, because its manager may have retried it
   * elsewhere.
   */
  private static HandlerResult overdue(TaskRun task, long now) {
    return notStarted(task, "its timeToFinish was over before it was begun", now);
  }

  private static HandlerResult notStarted(TaskRun task, String reason, long now) {
    return task.ended(HandlerResult.Status.NOT_STARTED, reason, Math.max(0, now - task.arrival), 0);
  }

  private HandlerResult call(TaskRun task, DHHandler handler) {
    long began = ticker.nanos();
    long waited = Math.max(0, began - task.arrival);
    if (!task.entered()) { // the worker or the journal was slow
      return overdue(task, began);
    }
    HandlerMessage message = task.message(ticker);
    if (task.remembered() && task.overdue(ticker.nanos())) { // the process was suspended meanwhile
      task.left();
      return overdue(task, began);
    }
    Changes changes = null;
    String reason = "";
    String trace = "";
    Optional<ThrownFault> fault = Optional.empty();
    String outer = MDC.get(MDC_MESSAGE); // a request's own thread may have a value
    MDC.put(MDC_MESSAGE, task.key.id().toString());
    String outerWithin = MDC.get(Submission.WITHIN);
    MDC.put(Submission.WITHIN, message.within());
    TraceMdc span = TraceMdc.put(task.run.batch.properties(), task.key);
    long called = ticker.nanos(); // excludes the time for the logging context
    long ended = called;
    try {
      changes = call(task, handler, message);
      ended = ticker.nanos();
      reason =
          changes == null ? "the handler must return Changes.NONE for no change (got null)" : "";
    } catch (Throwable e) { // an Error of a handler does not stop the node
      ended = ticker.nanos();
      fault = e instanceof ThrownFaultException thrown ? Optional.of(thrown.fault()) : fault;
      Throwable problem = fault.isPresent() ? e.getCause() : e;
      reason = ErrorText.of(problem);
      trace = StackText.of(problem);
      failures.failed(task.key, problem);
    } finally {
      task.left();
      span.remove();
      restore(MDC_MESSAGE, outer);
      restore(Submission.WITHIN, outerWithin);
    }
    long ran = Math.max(0, ended - called);
    HandlerResult result =
        HandlerResult.of(
                task.task.index(),
                task.task.attempt(),
                status(changes),
                reason,
                waited,
                ran,
                changes == null ? Changes.NONE : changes)
            .traced(trace);
    return checked(task, fault.map(result::fault).orElse(result));
  }

  private static void restore(String name, String outer) {
    if (outer == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, outer);
    }
  }

  private static Changes call(TaskRun task, DHHandler handler, HandlerMessage message)
      throws Exception {
    Task.Purpose purpose = task.task.purpose();
    if (purpose.works()) {
      return handler instanceof FormHandler one
          ? one.handle(message, task.forms())
          : handler.handle(message);
    }
    handler.ended(
        message,
        switch (purpose) {
          case NOTIFY_COMPLETED -> DHHandler.Ending.COMPLETED;
          case NOTIFY_ANSWERED -> DHHandler.Ending.RESPONDED;
          default -> DHHandler.Ending.FAILED;
        });
    return Changes.NONE;
  }

  /** Returns the status of the handler's result; null if it has none. */
  private static HandlerResult.Status status(Changes changes) {
    if (changes == null) {
      return HandlerResult.Status.FAILED;
    }
    return changes.verdict().orElse(null) instanceof Changes.Verdict.Defer
        ? HandlerResult.Status.DEFERRED
        : HandlerResult.Status.PERFORMED;
  }

  /**
   * Returns the reason why the manager cannot send the emissions; empty for a oneway handler, whose
   * emissions this node sends itself.
   */
  private Optional<String> unsendable(TaskRun task, HandlerResult result) {
    return task.task.oneway() || result.changes().emissions().isEmpty()
        ? Optional.empty()
        : emissions.expect(task.task.handler(), result.changes().emissions());
  }

  private HandlerResult checked(TaskRun task, HandlerResult result) {
    try {
      return check
          .problem(result)
          .or(() -> unsendable(task, result))
          .map(p -> ResultCheck.failed(result, p))
          .orElse(result);
    } catch (RuntimeException e) { // a null where none is allowed
      return ResultCheck.failed(result, "invalid result of the handler: " + ErrorText.of(e));
    }
  }

  /**
   * The span of an attempt, or the client's span if the manager reports none, in the logging
   * context of its thread: {@code trace_id}, {@code span_id}, {@code trace_flags}, and {@code
   * traceparent} for the handler's own requests. Used by one thread.
   */
  private static final class TraceMdc {
    private static final TraceMdc NONE = new TraceMdc();

    private TraceMdc() {}

    /** Sets the context if the message is part of a trace. */
    static TraceMdc put(MessageProperties properties, AttemptKey attempt) {
      Optional<TraceContext> message = TraceContext.of(properties);
      if (message.isEmpty()) {
        return NONE;
      }
      boolean reported = message.get().span().equals(TraceContext.spanOf(attempt.id()));
      String span = TraceContext.spanOf(attempt.id(), attempt.index(), attempt.attempt());
      TraceContext own = reported ? message.get().within(span) : message.get();
      MDC.put("trace_id", own.traceId());
      MDC.put("span_id", own.span());
      MDC.put("trace_flags", own.flags());
      MDC.put("traceparent", own.toString());
      return new TraceMdc();
    }

    /** Removes the context. */
    void remove() {
      if (this != NONE) {
        MDC.remove("trace_id");
        MDC.remove("span_id");
        MDC.remove("trace_flags");
        MDC.remove("traceparent");
      }
    }
  }
}
