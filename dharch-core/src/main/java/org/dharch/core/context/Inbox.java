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
 * brings more than the manager can process is held back. In the end its item is dropped, and a
 * timeout recovers from that.
 */
public final class Inbox {

  /** An event for the manager. */
  public sealed interface Item {}

  public record Replied(Reply reply) implements Item {}

  public record Heard(NodeStatus status) implements Item {}

  public record Gone(NodeId node) implements Item {}

  public record Unreachable(NodeId node) implements Item {}

  public record Connected(boolean up) implements Item {}

  public record Withdraw(MessageId id, Fault fault) implements Item {}

  /** The service has answered this request. */
  public record Answered(MessageId request) implements Item {}

  /** It is on disk how far this message is, or cannot be brought there. */
  public record Recorded(DHMContext message, boolean written) implements Item {}

  /** This message, which has completed, was handed to its service, or will not be. */
  public record HandedOver(MessageId id, boolean was) implements Item {}

  /**
   * Something that was done outside the turn for this message has led to this. What is to be
   * compensated of it later is another execution under the same id.
   */
  public record Done(DHMContext message, Event event) implements Item {}

  /** Everything that was brought before has been taken when this is. */
  public record Until(CompletableFuture<Void> taken) implements Item {}

  /** The application changes what is left of a message's orchestration. */
  public record Revise(MessageId id, Sequence rest) implements Item {}

  /** A question of what is going on; it is answered in the turn. */
  public record Ask<T>(Function<InFlightMessages, T> question, CompletableFuture<T> answer)
      implements Item {
    public void answerFrom(InFlightMessages report) {
      answer.complete(question.apply(report));
    }
  }

  /**
   * The manager closes: everything ends.
   *
   * @param abandon without waiting for what has to be compensated
   */
  public record Close(CompletableFuture<Void> done, boolean abandon) implements Item {}

  private static final int BOUND = 65_536;
  private static final long LONGEST_WAIT_MILLIS = 250;

  private final ArrayBlockingQueue<Item> items = new ArrayBlockingQueue<>(BOUND);

  /** Events of the manager's own threads: a few for each message in execution, and none is lost. */
  private final Queue<Item> own = new ConcurrentLinkedQueue<>();

  private volatile Runnable signal = () -> {};

  /** Sets the callback for events of the manager's own threads. Called once. */
  public void signal(Runnable value) {
    signal = value;
  }

  /** A thread of the manager's own brings what the turn waits for. */
  public void tell(Item item) {
    own.add(item);
    signal.run();
  }

  /** False if there was no room for it; then it was dropped. */
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
