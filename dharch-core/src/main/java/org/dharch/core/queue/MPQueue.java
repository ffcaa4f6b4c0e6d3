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
 * Message Processing Queue (seed 000, sections 3.1.1 and 3.2): the messages in execution. Here the
 * pipelining happens, so the window's {@link Slots} are its hard bound. Used only by the thread
 * that has the {@link Conductor}'s turn.
 */
final class MPQueue {
  private final Slots slots;
  private final Map<MessageId, DHMContext> messages = new ConcurrentHashMap<>();
  private final ArrayDeque<DHMContext> ready = new ArrayDeque<>();
  private final Deadlines deadlines = new Deadlines();

  MPQueue(Slots slots) {
    this.slots = slots;
  }

  boolean hasRoom() {
    return slots.hasRoom();
  }

  /** Takes a message in, which takes a slot of the window. */
  void add(DHMContext message, long now) {
    slots.take(message, now);
    begin(message);
  }

  private void begin(DHMContext message) {
    slots.begun(message);
    messages.put(message.id(), message);
  }

  /**
   * Takes a message in that is executed in the slot of its request, if that still holds one, or
   * that needs none.
   */
  void addContinuing(DHMContext message, long now) {
    if (!slots.isHeldFor(message)) {
      slots.take(message, now);
    }
    begin(message);
  }

  /** Whether this very message is here, and not another execution under its id; any thread. */
  boolean holds(DHMContext message) {
    return messages.get(message.id()) == message;
  }

  /** Whether a message of this id is here; for any thread. */
  boolean holds(MessageId id) {
    return messages.containsKey(id);
  }

  Optional<DHMContext> find(MessageId id) {
    return Optional.ofNullable(messages.get(id));
  }

  void remove(DHMContext message, long now) {
    messages.remove(message.id());
    deadlines.remove(message);
    slots.left(message, now);
  }

  /** Those in execution now; a copy, so that they may leave meanwhile. */
  List<DHMContext> all() {
    return new ArrayList<>(messages.values());
  }

  int size() {
    return messages.size();
  }

  /** Its execution has taken an event: MessageProcessor has to look at it. */
  void touched(DHMContext message) {
    if (message.execution().isOver()) {
      deadlines.remove(message); // it may have to wait for a disk before it leaves
    } else {
      deadlines.set(message, message.execution().nextWake());
    }
    if (message.isCurrent()) {
      look(message);
    }
  }

  /** MessageProcessor has to look at it. */
  void look(DHMContext message) {
    if (!message.ready) {
      message.ready = true;
      ready.add(message);
    }
  }

  /** The next message that MessageProcessor has something to do for. */
  Optional<DHMContext> nextReady() {
    DHMContext message = ready.poll();
    if (message != null) {
      message.ready = false;
    }
    return Optional.ofNullable(message);
  }

  /** A message that wants to be woken by {@code now}. */
  Optional<DHMContext> due(long now) {
    return deadlines.due(now);
  }

  long nextWake() {
    return deadlines.next();
  }
}
