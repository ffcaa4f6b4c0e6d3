package org.dharch.core.context;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.core.execution.event.Event;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;

/**
 * The queue of events from transports and callers for MessageReceiver. Bounded: a transport that
 * sends more than the manager can process must wait. If the queue stays full, its item is dropped,
 * and a timeout recovers from that.
 */
public final class Inbox {

  /** An event for the manager. */
  public sealed interface Item {}

  public record Replied(Reply reply) implements Item {}

  public record Heartbeat(NodeStatus status) implements Item {}

  public record Gone(NodeId node) implements Item {}

  public record Unreachable(NodeId node) implements Item {}

  public record Connected(boolean up) implements Item {}

  public record Withdraw(MessageId id, Fault fault) implements Item {}

  /** The service has responded to this request. */
  public record Answered(MessageId request) implements Item {}

  /** The progress of this message was written to disk, or the write failed. */
  public record Recorded(DHMContext message, boolean written) implements Item {}

  /** This completed message was delivered to its service, or will not be delivered. */
  public record HandedOver(MessageId id, boolean was) implements Item {}

  /**
   * The result of work for this message outside the event loop. A later compensation under the same
   * id is a different execution.
   */
  public record Done(DHMContext message, Event event) implements Item {}

  /** Completes {@code taken} after all earlier items were processed. */
  public record Until(CompletableFuture<Void> taken) implements Item {}

  /** The application changes the remaining orchestration of a message. */
  public record Revise(MessageId id, Sequence rest) implements Item {}

  /** A query about the messages in progress; answered on the event loop. */
  public record Ask<T>(Function<InFlightMessages, T> question, CompletableFuture<T> answer)
      implements Item {
    public void answerFrom(InFlightMessages report) {
      answer.complete(question.apply(report));
    }
  }

  /**
   * The manager closes and ends all messages.
   *
   * @param abandon whether to skip pending compensations
   */
  public record Close(CompletableFuture<Void> done, boolean abandon) implements Item {}

  private static final int BOUND = 65_536;
  private static final long LONGEST_WAIT_MILLIS = 250;

  private final ArrayBlockingQueue<Item> items = new ArrayBlockingQueue<>(BOUND);

  /** Events of the manager's own threads: a few for each message in execution. None is dropped. */
  private final Queue<Item> own = new ConcurrentLinkedQueue<>();

  private volatile Runnable signal = () -> {};

  /** Sets the callback for events of the manager's own threads. Called once. */
  public void signal(Runnable value) {
    signal = value;
  }

  /** Adds an event of one of the manager's own threads and signals the event loop. */
  public void post(Item item) {
    own.add(item);
    signal.run();
  }

  /** Adds an item; returns false if the item was dropped because the queue was full. */
  public boolean put(Item item) {
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

  public Optional<Item> poll() {
    Item first = own.poll();
    return Optional.ofNullable(first == null ? items.poll() : first);
  }
}
