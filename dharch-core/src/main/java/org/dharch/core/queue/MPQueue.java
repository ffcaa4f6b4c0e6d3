package org.dharch.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.api.MessageId;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;

/**
 * Message Processing Queue (seed 000, sections 3.1.1 and 3.2): holds the messages in execution.
 * Several messages execute at once, so the {@link Slots} of the concurrency limit are its hard
 * bound. Used only on the event loop ({@link Conductor}).
 */
public final class MPQueue {
  private final Slots slots;
  private final Map<MessageId, DHMContext> messages = new ConcurrentHashMap<>();
  private final ArrayDeque<DHMContext> ready = new ArrayDeque<>();
  private final Deadlines deadlines = new Deadlines();

  public MPQueue(Slots slots) {
    this.slots = slots;
  }

  public boolean hasCapacity() {
    return slots.hasCapacity();
  }

  /** Adds a message, which takes a slot. */
  public void add(DHMContext message, long now) {
    slots.take(message, now);
    begin(message);
  }

  private void begin(DHMContext message) {
    slots.begun(message);
    messages.put(message.id(), message);
  }

  /**
   * Adds a message that uses the slot of its request, if that request still holds one, or that
   * needs no slot. Otherwise the message takes a slot.
   */
  public void addContinuing(DHMContext message, long now) {
    if (!slots.isHeldFor(message)) {
      slots.take(message, now);
    }
    begin(message);
  }

  /**
   * Returns whether this queue holds exactly this execution, not another one with the same id.
   * Thread-safe.
   */
  public boolean holds(DHMContext message) {
    return messages.get(message.id()) == message;
  }

  /** Returns whether a message with this id is in execution. Thread-safe. */
  public boolean holds(MessageId id) {
    return messages.containsKey(id);
  }

  public Optional<DHMContext> find(MessageId id) {
    return Optional.ofNullable(messages.get(id));
  }

  public void remove(DHMContext message, long now) {
    messages.remove(message.id());
    deadlines.remove(message);
    slots.left(message, now);
  }

  /**
   * Returns a copy of the messages in execution, so that callers may remove messages while they
   * iterate.
   */
  public List<DHMContext> all() {
    return new ArrayList<>(messages.values());
  }

  public int size() {
    return messages.size();
  }

  /**
   * Updates the message's deadline after an event, and schedules it for MessageProcessor if it has
   * work.
   */
  public void touched(DHMContext message) {
    if (message.execution().isOver()) {
      deadlines.remove(message); // it may still wait for the disk before it is removed
    } else {
      deadlines.set(message, message.execution().nextWake());
    }
    if (message.hasWork()) {
      look(message);
    }
  }

  /** Schedules the message for MessageProcessor. */
  public void look(DHMContext message) {
    if (!message.ready) {
      message.ready = true;
      ready.add(message);
    }
  }

  /** Removes the next message that MessageProcessor must process. */
  public Optional<DHMContext> nextReady() {
    DHMContext message = ready.poll();
    if (message != null) {
      message.ready = false;
    }
    return Optional.ofNullable(message);
  }

  /** Returns a message whose wake-up time has passed. */
  public Optional<DHMContext> due(long now) {
    return deadlines.due(now);
  }

  public long nextWake() {
    return deadlines.next();
  }
}
