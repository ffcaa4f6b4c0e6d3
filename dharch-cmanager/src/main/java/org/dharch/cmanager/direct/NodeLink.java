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
  private static final long KEPT_MILLIS = 50;

  private static final int MOST_DONE = 64;

  /** Receives a link's events. */
  interface Events {
    void malformed(String reason);

    void forged(String reason);

    /** The link is closed or closing. */
    void ended(NodeLink link);

    /** A reply that the manager may not have is to be sent by the broker. */
    void resend(Target target, Outbox.OutgoingItem reply);
  }

  private record Brought(DMFormat batch, long number) {}

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
  private final ArrayDeque<Brought> brought = new ArrayDeque<>();
  private final List<Long> done = new ArrayList<>(); // guarded by itself
  private long number;
  private boolean bringing;
  private boolean waitsForCapacity;
  private final AtomicLong lendings = new AtomicLong();
  private volatile boolean isBorrowed;
  private volatile boolean isOver;
  private volatile boolean confirmsNow;
  private volatile long takenAt = System.nanoTime();

  /**
   * @param watch cuts the link when its thread is kept too long
   */
  NodeLink(
      String manager,
      Link link,
      LinkFrames frames,
      JmsOptions options,
      Codec codec,
      NodeChannel.Listener listener,
      ScheduledExecutorService watch,
      Events events) {
    this.watch = watch;
    this.manager = manager;
    this.link = link;
    this.frames = frames;
    this.codec = codec;
    this.listener = listener;
    this.events = events;
    this.target = Target.replies(manager);
    this.outbox = new Outbox(options.outboxMessages(), options.outboxBytes());
    this.replies = new LinkReplies(options.outboxMessages(), options.outboxBytes());
  }

  String manager() {
    return manager;
  }

  /** The time of the latest received item. */
  long lastReceivedAt() {
    return takenAt;
  }

  /**
   * Queues a reply; false if there is no capacity, or the link is closed. Safe for any thread;
   * never blocks.
   */
  boolean reply(Outbox.OutgoingItem item) {
    if (isOver || !replies.hasCapacity() || !outbox.offer(target, item)) {
      return false;
    }
    if (isOver) {
      leaveToBroker(); // it may have been over before that was offered
    }
    wake();
    return true;
  }

  /**
   * Queues a heartbeat in the place of the last; it carries the acknowledgements. Safe for any
   * thread.
   */
  void announce(Outbox.OutgoingItem status) {
    if (!isOver) {
      outbox.latest(target, status);
      wake();
    }
  }

  /** Sends the acknowledgements without a reply or heartbeat. Safe for any thread. */
  void confirm() {
    if (!isOver && doneWaiting() > 0) {
      confirmsNow = true;
      wake();
    }
  }

  /** Waits until all replies are written, at most {@code limit}. */
  void flush(Duration limit) throws InterruptedException {
    outbox.awaitEmpty(limit);
  }

  private void wake() {
    if (link.isOwnThread()) {
      if (!bringing) {
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
    boolean any = false;
    while (link.isWritable()) {
      Optional<Outbox.Batch> batch = outbox.poll();
      if (batch.isEmpty()) {
        break;
      }
      if (!batch.get().news()) {
        replies.add(batch.get().items());
      }
      frames.write(link, withDone(batch.get().items()));
      batch.get().items().forEach(item -> item.left().run());
      any = true;
    }
    boolean all = confirmsNow;
    confirmsNow = false;
    if (link.isWritable() && doneWaiting() >= (all ? 1 : MOST_DONE)) {
      frames.write(link, withDone(List.of()));
      any = true;
    }
    if (any) {
      link.flush();
    }
  }

  private int doneWaiting() {
    synchronized (done) {
      return done.size();
    }
  }

  private List<Outbox.OutgoingItem> withDone(List<Outbox.OutgoingItem> items) {
    List<Long> numbers;
    synchronized (done) {
      if (done.isEmpty() || items.size() >= Frame.MAX_ITEMS) {
        return items;
      }
      List<Long> first = done.subList(0, Math.min(done.size(), LinkDone.MOST));
      numbers = List.copyOf(first);
      first.clear();
    }
    List<Outbox.OutgoingItem> all = new ArrayList<>(items.size() + 1);
    all.addAll(items);
    all.add(LinkDone.item(numbers));
    return all;
  }

  private void acknowledge(long which) {
    int waiting;
    synchronized (done) {
      done.add(which);
      waiting = done.size();
    }
    if (waiting >= MOST_DONE && !isOver) {
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
    takenAt = System.nanoTime();
    items.forEach(this::take);
  }

  private void take(Frame.Item item) {
    boolean isDone = LinkDone.isAcknowledgement(item);
    try {
      if (isDone) {
        LinkDone.read(item, replies::acknowledge);
      } else {
        number++;
        brought.add(new Brought(codec.decode(item), number));
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
    bringing = true;
    try {
      long lending = lendings.incrementAndGet();
      BorrowedThread.lend(
          new BorrowedThread.Transport(listener, () -> extendLease(lending)),
          () -> {
            offerAll();
            isBorrowed = true;
            return null;
          });
    } finally {
      isBorrowed = false;
      bringing = false;
    }
    if (isOver) {
      return;
    }
    waitsForCapacity = !brought.isEmpty();
    link.reading(!waitsForCapacity);
    if (waitsForCapacity) {
      link.schedule(this::deliver, CAPACITY_MILLIS);
    }
    write();
  }

  private void offerAll() {
    while (!brought.isEmpty() && !isOver) {
      Brought next = brought.peek();
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
      brought.remove();
      takenAt = System.nanoTime();
    }
  }

  /** Extends the deadline of a handler on the link's thread. Runs on another thread. */
  private void extendLease(long lending) {
    var unused =
        watch.schedule(
            () -> {
              if (isBorrowed && lendings.get() == lending) {
                end();
                link.cut();
              }
            },
            KEPT_MILLIS,
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
    isOver = true;
    events.ended(this);
    leaveToBroker();
  }

  private void leaveToBroker() {
    replies.takeUnacknowledged().forEach(item -> events.resend(target, item));
    for (Optional<Outbox.Batch> batch = outbox.poll(); batch.isPresent(); batch = outbox.poll()) {
      if (!batch.get().news()) {
        batch.get().items().forEach(item -> events.resend(target, item));
      }
    }
  }
}
