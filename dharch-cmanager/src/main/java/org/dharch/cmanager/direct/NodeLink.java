package org.dharch.cmanager.direct;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.link.LinkUser;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;

/**
 * The node's end of one link: offers received items to the node while it has capacity, and writes
 * its replies, heartbeats and acknowledgements. The node may borrow the link's thread for quick
 * handlers. The thread cannot be replaced, so the link is cut if a handler keeps it: the manager
 * then uses the broker and makes another link with another thread.
 */
final class NodeLink implements LinkUser {
  /** The pause before a full node is asked again for capacity. */
  private static final int CAPACITY_MILLIS = 5;

  /** The longest time that a borrowed thread may be away. */
  private static final long LEASE_MILLIS = 50;

  private static final int MAX_PENDING_ACKNOWLEDGEMENTS = 64;

  /** Receives a link's events. */
  interface Events {
    void malformed(String reason);

    void forged(String reason);

    /** The link is closed or closing. */
    void ended(NodeLink link);

    /** A reply that the manager may not have is to be sent by the broker. */
    void resend(Target target, Outbox.OutgoingItem reply);
  }

  private record Received(DMFormat batch, long number) {}

  private final String manager;
  private final Link link;
  private final LinkFrames frames;
  private final Codec codec;
  private final NodeChannel.Listener listener;
  private final ScheduledExecutorService watch;
  private final Events events;
  private final Target target;
  private final Outbox outbox;
  private final LinkReplies replies;
  private final AtomicBoolean awake = new AtomicBoolean();
  private final ArrayDeque<Received> received = new ArrayDeque<>();
  private final List<Long> acknowledgements = new ArrayList<>(); // guarded by itself
  private long number;
  private boolean delivering;
  private boolean waitsForCapacity;
  private final AtomicLong leases = new AtomicLong();
  private volatile boolean isBorrowed;
  private volatile boolean ended;
  private volatile boolean acknowledgeNow;
  private volatile long lastReceivedAt = System.nanoTime();

  /**
   * @param watch cuts the link when its thread is kept too long
   */
  NodeLink(
      String manager,
      LinkFrames frames,
      JmsOptions options,
      Codec codec,
      NodeChannel.Listener listener,
      ScheduledExecutorService watch,
      Events events) {
    this.watch = watch;
    this.manager = manager;
    this.link = frames.link();
    this.frames = frames;
    this.codec = codec;
    this.listener = listener;
    this.events = events;
    this.target = Target.replies(manager);
    this.outbox = new Outbox(options.outbox().messages(), options.outbox().bytes());
    this.replies = new LinkReplies(options.outbox().messages(), options.outbox().bytes());
  }

  String manager() {
    return manager;
  }

  /** The time of the latest received item. */
  long lastReceivedAt() {
    return lastReceivedAt;
  }

  /**
   * Queues a reply; false if there is no capacity, or the link is closed. Safe for any thread;
   * never blocks.
   */
  boolean reply(Outbox.OutgoingItem item) {
    if (ended || !replies.hasCapacity() || !outbox.offer(target, item)) {
      return false;
    }
    if (ended) {
      resendByBroker(); // the link may have ended before the offer
    }
    wake();
    return true;
  }

  /**
   * Queues a heartbeat in the place of the last; it carries the acknowledgements. Safe for any
   * thread.
   */
  void announce(Outbox.OutgoingItem status) {
    if (!ended) {
      outbox.latest(target, status);
      wake();
    }
  }

  /** Sends the acknowledgements without a reply or heartbeat. Safe for any thread. */
  void confirm() {
    if (!ended && pendingAcknowledgements() > 0) {
      acknowledgeNow = true;
      wake();
    }
  }

  /** Waits until all replies are written, at most {@code limit}. */
  void flush(Duration limit) throws InterruptedException {
    outbox.awaitEmpty(limit);
  }

  private void wake() {
    if (link.isOwnThread()) {
      if (!delivering) {
        write();
      }
    } else if (awake.compareAndSet(false, true)) {
      link.run(this::write);
    }
  }

  void close(String reason) {
    end();
    link.close(reason);
  }

  private void write() {
    awake.set(false);
    boolean written = false;
    while (link.isWritable()) {
      Optional<Outbox.Batch> batch = outbox.poll();
      if (batch.isEmpty()) {
        break;
      }
      if (!batch.get().news()) {
        replies.add(batch.get().items());
      }
      frames.write(withAcknowledgements(batch.get().items()));
      batch.get().items().forEach(item -> item.left().run());
      written = true;
    }
    boolean force = acknowledgeNow;
    acknowledgeNow = false;
    if (link.isWritable()
        && pendingAcknowledgements() >= (force ? 1 : MAX_PENDING_ACKNOWLEDGEMENTS)) {
      frames.write(withAcknowledgements(List.of()));
      written = true;
    }
    if (written) {
      link.flush();
    }
  }

  private int pendingAcknowledgements() {
    synchronized (acknowledgements) {
      return acknowledgements.size();
    }
  }

  private List<Outbox.OutgoingItem> withAcknowledgements(List<Outbox.OutgoingItem> items) {
    List<Long> numbers;
    synchronized (acknowledgements) {
      if (acknowledgements.isEmpty() || items.size() >= Frame.MAX_ITEMS) {
        return items;
      }
      List<Long> first =
          acknowledgements.subList(0, Math.min(acknowledgements.size(), LinkAcknowledgement.MOST));
      numbers = List.copyOf(first);
      first.clear();
    }
    List<Outbox.OutgoingItem> all = new ArrayList<>(items.size() + 1);
    all.addAll(items);
    all.add(LinkAcknowledgement.item(numbers));
    return all;
  }

  private void acknowledge(long item) {
    int waiting;
    synchronized (acknowledgements) {
      acknowledgements.add(item);
      waiting = acknowledgements.size();
    }
    if (waiting >= MAX_PENDING_ACKNOWLEDGEMENTS && !ended) {
      wake();
    }
  }

  @Override
  public void opened() {}

  @Override
  public void received(ByteBuffer block) {
    List<Frame.Item> items;
    try {
      items = frames.read(block);
    } catch (ForgedFrameException | MalformedMessageException e) {
      events.forged(String.valueOf(e.getMessage()));
      close(String.valueOf(e.getMessage()));
      return;
    }
    lastReceivedAt = System.nanoTime();
    items.forEach(this::take);
  }

  private void take(Frame.Item item) {
    boolean isDone = LinkAcknowledgement.isAcknowledgement(item);
    try {
      if (isDone) {
        LinkAcknowledgement.read(item, replies::acknowledge);
      } else {
        number++;
        received.add(new Received(codec.decode(item), number));
      }
    } catch (MalformedMessageException e) {
      events.malformed(String.valueOf(e.getMessage()));
      if (!isDone) {
        acknowledge(number);
      }
    }
  }

  @Override
  public void receivedAll() {
    if (!waitsForCapacity) {
      deliver();
    }
  }

  /** Offers the received items to the node; pauses reading while it has no capacity. */
  private void deliver() {
    waitsForCapacity = false;
    delivering = true;
    try {
      long lease = leases.incrementAndGet();
      BorrowedThread.lend(
          new BorrowedThread.Transport(listener, () -> extendLease(lease)),
          () -> {
            offerAll();
            isBorrowed = true;
            return null;
          });
    } finally {
      isBorrowed = false;
      delivering = false;
    }
    if (ended) {
      return;
    }
    waitsForCapacity = !received.isEmpty();
    link.reading(!waitsForCapacity);
    if (waitsForCapacity) {
      link.schedule(this::deliver, CAPACITY_MILLIS);
    }
    write();
  }

  private void offerAll() {
    while (!received.isEmpty() && !ended) {
      Received next = received.peek();
      AtomicBoolean once = new AtomicBoolean();
      Runnable isDone =
          () -> {
            if (once.compareAndSet(false, true)) {
              acknowledge(next.number);
            }
          };
      if (!listener.offer(next.batch, isDone)) {
        return;
      }
      received.remove();
      lastReceivedAt = System.nanoTime();
    }
  }

  /** Extends the deadline of a handler on the link's thread. Runs on another thread. */
  private void extendLease(long lease) {
    var unused =
        watch.schedule(
            () -> {
              if (isBorrowed && leases.get() == lease) {
                end();
                link.cut();
              }
            },
            LEASE_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void writable() {
    write();
  }

  @Override
  public void closed(String reason) {
    end();
  }

  /** Accepts no more replies and passes those that the manager may not have to the broker. */
  private void end() {
    ended = true;
    events.ended(this);
    resendByBroker();
  }

  private void resendByBroker() {
    replies.takeUnacknowledged().forEach(item -> events.resend(target, item));
    for (Optional<Outbox.Batch> batch = outbox.poll(); batch.isPresent(); batch = outbox.poll()) {
      if (!batch.get().news()) {
        batch.get().items().forEach(item -> events.resend(target, item));
      }
    }
  }
}
