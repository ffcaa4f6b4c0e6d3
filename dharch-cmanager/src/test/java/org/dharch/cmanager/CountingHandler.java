package org.dharch.cmanager;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;

/**
 * Changes nothing, and counts how often it performs for each message.
 *
 * @param performed safe for any thread
 */
public record CountingHandler(Map<MessageId, AtomicInteger> performed) implements DHHandler {
  @Override
  public Changes handle(HandlerMessage message) {
    performed.computeIfAbsent(message.id(), id -> new AtomicInteger()).incrementAndGet();
    return Changes.NONE;
  }
}
