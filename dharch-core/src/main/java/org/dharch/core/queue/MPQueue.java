package org.dharch.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
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

  /**
   * Orders the messages in execution by wake-up time. A binary heap in which every message stores
   * its index, so that moving or removing it is O(log n) and no stale entries remain.
   */
  static final class Deadlines {
    private DHMContext[] heap = new DHMContext[16];
    private long[] wakeAt = new long[16];
    private int size;

    /** Returns the earliest wake-up time. */
    long next() {
      return size == 0 ? Long.MAX_VALUE : wakeAt[0];
    }

    /** Returns the first message if it is due. */
    Optional<DHMContext> due(long now) {
      return size == 0 || wakeAt[0] > now ? Optional.empty() : Optional.of(heap[0]);
    }

    /** Adds the message, or moves it. */
    void set(DHMContext message, long at) {
      if (message.deadlineSlot < 0) {
        if (size == heap.length) {
          heap = Arrays.copyOf(heap, size * 2);
          wakeAt = Arrays.copyOf(wakeAt, size * 2);
        }
        message.deadlineSlot = size++;
        put(message.deadlineSlot, message, at);
      } else if (wakeAt[message.deadlineSlot] == at) {
        return;
      }
      wakeAt[message.deadlineSlot] = at;
      up(message.deadlineSlot);
      down(message.deadlineSlot);
    }

    void remove(DHMContext message) {
      int slot = message.deadlineSlot;
      if (slot < 0) {
        return;
      }
      message.deadlineSlot = -1;
      size--;
      DHMContext last = heap[size];
      long lastAt = wakeAt[size];
      heap[size] = null;
      if (slot < size) {
        put(slot, last, lastAt);
        up(slot);
        down(last.deadlineSlot);
      }
    }

    private void put(int slot, DHMContext message, long at) {
      heap[slot] = message;
      wakeAt[slot] = at;
      message.deadlineSlot = slot;
    }

    private void up(int from) {
      int slot = from;
      while (slot > 0 && wakeAt[slot] < wakeAt[(slot - 1) / 2]) {
        swap(slot, (slot - 1) / 2);
        slot = (slot - 1) / 2;
      }
    }

    private void down(int from) {
      int slot = from;
      while (true) {
        int child = 2 * slot + 1;
        if (child >= size) {
          return;
        }
        if (child + 1 < size && wakeAt[child + 1] < wakeAt[child]) {
          child++;
        }
        if (wakeAt[slot] <= wakeAt[child]) {
          return;
        }
        swap(slot, child);
        slot = child;
      }
    }

    private void swap(int a, int b) {
      DHMContext message = heap[a];
      long at = wakeAt[a];
      put(a, heap[b], wakeAt[b]);
      put(b, message, at);
    }
  }

  /**
   * Messages that wait for capacity on a node, by handler, in the order of their requests. Used
   * only on the event loop ({@link Conductor}).
   */
  public static final class CapacityWaiters {
    private final Map<String, LinkedHashSet<DHMContext>> byHandler = new HashMap<>();

    public boolean isEmpty() {
      return byHandler.isEmpty();
    }

    public void add(String handler, DHMContext message) {
      byHandler.computeIfAbsent(handler, h -> new LinkedHashSet<>()).add(message);
    }

    /** Returns a copy of the handlers that messages wait for. */
    public List<String> handlers() {
      return new ArrayList<>(byHandler.keySet());
    }

    /** Returns the number of messages that wait for {@code handler}. */
    public int count(String handler) {
      LinkedHashSet<DHMContext> held = byHandler.get(handler);
      return held == null ? 0 : held.size();
    }

    /** Removes the first message that waits for {@code handler}. */
    public Optional<DHMContext> poll(String handler) {
      LinkedHashSet<DHMContext> held = byHandler.get(handler);
      if (held == null) {
        return Optional.empty();
      }
      Iterator<DHMContext> first = held.iterator();
      DHMContext message = first.next();
      first.remove();
      if (held.isEmpty()) {
        byHandler.remove(handler);
      }
      return Optional.of(message);
    }

    /** Removes the message from all handlers. */
    public void remove(DHMContext message) {
      if (!byHandler.isEmpty()) {
        byHandler
            .values()
            .removeIf(
                held -> {
                  held.remove(message);
                  return held.isEmpty();
                });
      }
    }
  }
}
