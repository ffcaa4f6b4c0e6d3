package org.dharch.core.recovery;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits stored messages that are to be executed: accepted ones of an earlier incarnation or
 * without hosted handlers, and failed ones that are to be replayed, also on request of another
 * process. Each is tried once a second until it is admitted. Safe for any thread; {@link #step} is
 * called by one at a time.
 */
final class StoredMessageReplayer {
  private static final Logger LOG = LoggerFactory.getLogger(StoredMessageReplayer.class);

  /** The reason of a message that waits for capacity. */
  static final String BUSY = Readmission.Answer.BUSY.reason();

  /** Receives messages that can never be admitted. */
  interface ImpossibleReplays {
    void never(StoredMessage message, String reason);
  }

  private final StoreContext context;
  private final ImpossibleReplays impossible;

  /** Accepted messages that wait, with the reason why the last attempt to admit them failed. */
  private final Map<StoreKey, String> waiting = new ConcurrentSkipListMap<>();

  /** The progress of messages from the previous incarnation that are not yet admitted. */
  private final Map<StoreKey, StoredMessage> before = new ConcurrentHashMap<>();

  /** The reported reasons of waiting messages; used by the stepping thread. */
  private final Set<String> reported = new HashSet<>();

  private final RepeatedLog failing = new RepeatedLog(System::nanoTime, LOG::error);

  private volatile Optional<Readmission> readmission = Optional.empty();

  StoredMessageReplayer(StoreContext context, ImpossibleReplays impossible) {
    this.context = context;
    this.impossible = impossible;
  }

  /** Returns whether stored messages can be admitted again at all. */
  boolean isPossible() {
    return readmission.isPresent();
  }

  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Admits messages through {@code value} from now on, except those in {@code taken}. */
  void through(Readmission value, Set<StoreKey> taken) {
    for (StoreKey key : context.store().keys(StoreState.ACCEPTED)) {
      if (!taken.contains(key)) {
        waiting.putIfAbsent(key, "");
      }
    }
    if (!waiting.isEmpty()) {
      LOG.info("Admitting stored messages again messages={}", waiting.size());
    }
    readmission = Optional.of(value);
  }

  /**
   * Continues the message from its progress in an earlier incarnation, or in its latest attempt.
   */
  void resume(StoredMessage message) {
    before.put(message.key(), message);
  }

  /** Returns whether the message must continue and is not admitted yet. */
  boolean isToResume(StoreKey key) {
    return before.containsKey(key);
  }

  /** Adds an accepted message that waits because of {@code reason}. */
  void await(StoreKey key, String reason) {
    waiting.put(key, reason);
  }

  /** Admits the messages that can be admitted now. */
  void step(Set<StoreKey> taken) {
    if (readmission.isEmpty()) {
      return;
    }
    Set<String> stuck = new HashSet<>();
    List<StoreKey> replays = context.store().keys(StoreState.REPLAY);
    Set<StoreKey> left =
        replays.isEmpty() ? Set.of() : Set.copyOf(context.store().keys(StoreState.UNRESOLVED));
    for (StoreKey key : replays) {
      if (!left.contains(key) && !taken.contains(key)) { // compensated first
        tryOne(key, StoreState.REPLAY, stuck, taken);
      }
    }
    for (StoreKey key : waiting.keySet()) {
      if (!taken.contains(key)) {
        tryOne(key, StoreState.ACCEPTED, stuck, taken);
      }
    }
    reported.retainAll(stuck);
  }

  /**
   * A message that fails, such as by a disk error, does not affect the others and is tried again.
   */
  private void tryOne(StoreKey key, StoreState state, Set<String> stuck, Set<StoreKey> taken) {
    String last = waiting.getOrDefault(key, "");
    try {
      replay(key, state, last, stuck);
    } catch (RuntimeException e) {
      if (state == StoreState.ACCEPTED && !taken.contains(key)) {
        waiting.put(key, "");
      }
      context.counters().count(Counter.ERRORS);
      failing.log("Failed to admit stored message=" + key.id() + "; retrying reason=" + e);
    }
  }

  private void replay(StoreKey key, StoreState state, String last, Set<String> stuck) {
    if (stuck.contains(BUSY) || stuck.contains(last)) {
      return; // the same reason already blocks another message
    }
    Optional<StoredMessage> stored = context.store().read(state, key);
    StoredMessage message = before.get(key);
    if (stored.isEmpty() && (state == StoreState.REPLAY || message == null)) {
      waiting.remove(key);
      before.remove(key);
      return;
    }
    if (stored.isEmpty()) { // unreadable, but its progress contains all of it
      boolean kept = context.store().accept(message.fromTheBeginning());
      LOG.warn("Message restored from its stored progress message={} kept={}", key.id(), kept);
    }
    message = message == null ? stored.orElseThrow() : message;
    waiting.remove(key); // first, because the admission may add it again
    Readmission.Answer answer = readmission.orElseThrow().enter(message, state);
    if (answer instanceof Readmission.Answer.Deferred deferred) {
      if (state == StoreState.ACCEPTED) {
        waiting.put(key, deferred.reason());
      }
      stuck.add(deferred.reason());
      if (reported.add(deferred.reason()) && !deferred.equals(Readmission.Answer.CLOSED)) {
        LOG.warn("Stored messages wait reason={}", deferred.reason());
      }
    } else if (answer instanceof Readmission.Answer.Never never) {
      LOG.warn("Cannot execute stored message={} reason={}", key.id(), never.reason());
      before.remove(key);
      impossible.never(message, never.reason());
    } else {
      context.counters().count(Counter.REPLAYED);
      if (before.remove(key) != null) {
        context.counters().count(Counter.RESUMED);
      }
    }
  }
}
