package org.dharch.core.context;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.core.engine.ProgressReport;
import org.dharch.core.execution.Event;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;

/**
 * What transports and callers bring for MessageReceiver. Bounded: a transport that brings more than
 * the manager can take is held back, and at last its item is dropped, which a time-out then mends.
 */
final class Inbox {

  /** What can be brought. */
  sealed interface Item {}

  record Replied(Reply reply) implements Item {}

  record Heard(NodeStatus status) implements Item {}

  record Gone(NodeId node) implements Item {}

  record Unreachable(NodeId node) implements Item {}

  record Connected(boolean up) implements Item {}

  record Withdraw(MessageId id, Fault fault) implements Item {}

  /** The service has answered this request. */
  record Answered(MessageId request) implements Item {}

  /** It is on disk how far this message is, or cannot be brought there. */
  record Recorded(DHMContext message, boolean written) implements Item {}

  /** This message, which has completed, was handed to its service, or will not be. */
  record HandedOver(MessageId id, boolean was) implements Item {}

  /**
   * Something that was done outside the turn for this message has led to this. What is to be undone
   * of it later is another execution under the same id.
   */
  record Done(DHMContext message, Event event) implements Item {}

  /** Everything that was brought before has been taken when this is. */
  record Until(CompletableFuture<Void> taken) implements Item {}

  /** The application changes what is left of a message's orchestration. */
  record Revise(MessageId id, Sequence rest) implements Item {}

  /** A question of what is going on; it is answered in the turn. */
  record Ask<T>(Function<ProgressReport, T> question, CompletableFuture<T> answer) implements Item {
    void answerFrom(ProgressReport report) {
      answer.complete(question.apply(report));
    }
  }

  /**
   * The manager closes: everything ends.
   *
   * @param abandon without waiting for what has to be compensated
   */
  record Close(CompletableFuture<Void> done, boolean abandon) implements Item {}

  private static final int BOUND = 65_536;
  private static final long LONGEST_WAIT_MILLIS = 250;

  private final ArrayBlockingQueue<Item> items = new ArrayBlockingQueue<>(BOUND);

  /**
   * What the manager's own threads bring: a few for each message in execution, and none is lost.
   */
  private final Queue<Item> own = new ConcurrentLinkedQueue<>();

  private volatile Runnable signal = () -> {};

  /** What is done when something of the manager's own was brought. Said once. */
  void signal(Runnable value) {
    signal = value;
  }

  /** A thread of the manager's own brings what the turn waits for. */
  void tell(Item item) {
    own.add(item);
    signal.run();
  }

  /** False if there was no room for it; then it was dropped. */
  boolean put(Item item) {
    if (items.offer(item)) {
      return true;
    }
    try {
      return items.offer(item, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Optional<Item> poll() {
    Item first = own.poll();
    return Optional.ofNullable(first == null ? items.poll() : first);
  }
}
