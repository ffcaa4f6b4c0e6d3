package org.dharch.core.context;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;
import org.dharch.core.message.Direction;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.TraceContext;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.view.TraceListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns each message its span in a trace while a listener is set. A response belongs to the trace
 * of its request. Thread-safe.
 */
public final class MessageTraces {
  private static final Logger LOG = LoggerFactory.getLogger(MessageTraces.class);
  private static final int MOST = 10_000;

  private final Counters counters;
  private final AtomicLong unsaid = new AtomicLong();

  /**
   * The parent spans of the latest traced messages. A response may follow long after its request.
   */
  private final Map<MessageId, TraceContext> parents =
      Collections.synchronizedMap(new LatestUsed<>(MOST));

  private volatile TraceListener listener;

  public MessageTraces(Counters counters) {
    this.counters = counters;
  }

  public void listener(TraceListener value) {
    listener = value;
  }

  /**
   * Returns the message, with its own span if it is reported. A response is reported if its request
   * is.
   */
  public Submission begun(MessageId id, Submission message) {
    TraceListener receiver = listener;
    if (receiver == null) {
      return message;
    }
    Optional<TraceContext> from =
        TraceContext.of(message.properties()).or(() -> message.within().map(parents::get));
    boolean answers = message.flow() != Direction.IN && message.within().isPresent();
    if (from.isEmpty() && (answers || !reports(receiver, id))) {
      return message; // the response to an unreported request starts no trace
    }
    TraceContext own = from.map(f -> inside(f, id)).orElseGet(() -> TraceContext.begunBy(id));
    parents.put(id, from.orElse(own));
    return message.with(message.properties().with(TraceContext.PROPERTY, own.toString()));
  }

  /** The listener is third-party code: if it fails, the message continues without a trace. */
  private boolean reports(TraceListener receiver, MessageId id) {
    try {
      return receiver.reports(id);
    } catch (RuntimeException e) {
      if (Long.bitCount(unsaid.incrementAndGet()) == 1) { // 1, 2, 4, 8 …
        LOG.error("Tracing failed to start message={}", id, e);
      }
      counters.count(Counter.ERRORS);
      return false;
    }
  }

  /** A message that is not sampled has no span of its own, but its trace continues. */
  private static TraceContext inside(TraceContext from, MessageId id) {
    return from.isSampled() ? from.within(TraceContext.spanOf(id)) : from;
  }

  /**
   * Reports the end of a message. An unreported message is recognized by its context, without a
   * lock.
   */
  public void ended(Submission message, Outcome outcome) {
    TraceListener receiver = listener;
    boolean isReported =
        receiver != null
            && TraceContext.of(message.properties()).filter(TraceContext::isSampled).isPresent();
    TraceContext from = isReported ? parents.get(outcome.id()) : null;
    if (from == null) {
      return;
    }
    try {
      receiver.ended(message, from, outcome);
    } catch (RuntimeException e) {
      counters.count(Counter.ERRORS);
      LOG.error("Failed to report spans message={}", outcome.id(), e);
    }
  }
}
