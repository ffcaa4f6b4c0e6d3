package org.dharch.core.context;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.api.MessageId;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.Gateway;

/**
 * Container Message Context Queue (seed 000, section 3.1.1): keeps the container's own context of
 * each message, unconverted, until the message leaves. Each context can be taken only once, and its
 * taker must deliver the outcome to the gateway. Therefore each outcome is delivered exactly once.
 */
public final class CMCQueue {

  /** A container's context with its gateway and its submission. */
  public record Held<C>(Gateway<C> gateway, C context, Submission submission) {
    public void completed(Outcome.Completed outcome) {
      gateway.completed(context, outcome);
    }

    public void failed(Outcome.Failed outcome) {
      gateway.failed(context, outcome);
    }

    public void responded(Outcome.Responded outcome) {
      gateway.responded(context, outcome);
    }
  }

  private final Map<MessageId, Held<?>> held = new ConcurrentHashMap<>();

  public void put(MessageId id, Held<?> context) {
    held.put(id, context);
  }

  public Optional<Held<?>> take(MessageId id) {
    return Optional.ofNullable(held.remove(id));
  }

  public boolean holds(MessageId id) {
    return held.containsKey(id);
  }

  public int size() {
    return held.size();
  }
}
