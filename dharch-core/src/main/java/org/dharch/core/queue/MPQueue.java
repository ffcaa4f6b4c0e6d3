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
 * Message Processing Queue (seed 000, sections 3.1.1 and 3.2): the messages in execution. Here the
 * pipelining happens, so the window's {@link Slots} are its hard bound. Used only by the thread
 * that has the {@link Conductor}'s turn.
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

  /** Takes a message in, which takes a slot of the window. */
  public void add(DHMContext message, long now) {
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
  public void addContinuing(DHMContext message, long now) {
    if (!slots.isHeldFor(message)) {
      slots.take(message, now);
    }
    begin(message);
  }

  /** Whether this very message is here, and not another execution under its id; any thread. */
  public boolean holds(DHMContext message) {
    return messages.get(message.id()) == message;
  }

  /** Whether a message of this id is here; for any thread. */
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

  /** Those in execution now; a copy, so that they may leave meanwhile. */
  public List<DHMContext> all() {
    return new ArrayList<>(messages.values());
  }

  public int size() {
    return messages.size();
  }

  /** Its execution has taken an event: MessageProcessor has to look at it. */
  public void touched(DHMContext message) {
    if (message.execution().isOver()) {
      deadlines.remove(message); // it may have to wait for a disk before it leaves
    } else {
      deadlines.set(message, message.execution().nextWake());
    }
    if (message.hasWork()) {
      look(message);
    }
  }

  /** MessageProcessor has to look at it. */
  public void look(DHMContext message) {
    if (!message.ready) {
      message.ready = true;
      ready.add(message);
    }
  }

  /** The next message that MessageProcessor has something to do for. */
  public Optional<DHMContext> nextReady() {
    DHMContext message = ready.poll();
    if (message != null) {
      message.ready = false;
    }
    return Optional.ofNullable(message);
  }

  /** A message that wants to be woken by {@code now}. */
  public Optional<DHMContext> due(long now) {
    return deadlines.due(now);
  }

  public long nextWake() {
    return deadlines.next();
  }

  /**
   * The messages in execution by the time at which each wants to be woken: a binary heap in which
   * every message knows its slot, so that moving or removing it is O(log n) and nothing stale is
   * kept.
   */
  static final class Deadlines {
    private DHMContext[] heap = new DHMContext[16];
    private long[] wakeAt = new long[16];
    private int size;

    /** When the first wants to be woken. */
    long next() {
      return size == 0 ? Long.MAX_VALUE : wakeAt[0];
    }

    /** The first, if it is due. */
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
   * The messages that wait for room on a node, by handler, in the order in which they asked. Used
   * only by the thread that has the {@link Conductor}'s turn.
   */
  public static final class CapacityWaiters {
    private final Map<String, LinkedHashSet<DHMContext>> byHandler = new HashMap<>();

    public boolean isEmpty() {
      return byHandler.isEmpty();
    }

    public void add(String handler, DHMContext message) {
      byHandler.computeIfAbsent(handler, h -> new LinkedHashSet<>()).add(message);
    }

    /** The handlers that are waited for; a copy. */
    public List<String> handlers() {
      return new ArrayList<>(byHandler.keySet());
    }

    /** How many wait for {@code handler}. */
    public int count(String handler) {
      LinkedHashSet<DHMContext> held = byHandler.get(handler);
      return held == null ? 0 : held.size();
    }

    /** Takes out the first that waits for {@code handler}. */
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

    /** The message has left. */
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
