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
 * A node's end of one link: offers received items to the node while it has capacity, and writes its
 * replies, heartbeats and acknowledgements. The node may borrow the link's thread for quick
 * handlers. The thread cannot be replaced, so the link is cut if a handler keeps it: the manager
 * then uses the broker, and makes another link with another thread.
 */
final class NodeLink implements LinkUser {
  /** A full node is asked so often whether it has room. */
  private static final int CAPACITY_MILLIS = 5;

  /** So long a handler that was quick may keep the thread. */
  private static final long KEPT_MILLIS = 50;

  /** So many words of what is done wait for a reply to travel with. */
  private static final int MOST_DONE = 64;

  /** Receives a link's events. */
  interface Events {
    void malformed(String reason);

    void forged(String reason);

    /** It takes no more, or is closed. */
    void over(NodeLink link);

    /** A reply that its manager may not have is to go by the broker. */
    void again(Target target, Outbox.OutgoingItem reply);
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
   * @param watch cuts it when it is kept too long
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
  long takenAt() {
    return takenAt;
  }

  /** Takes a reply; false if it has no room, or is over. Any thread, never blocks. */
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

  /** Takes a heartbeat in the place of the last, and sends with it what is done. Any thread. */
  void announce(Outbox.OutgoingItem status) {
    if (!isOver) {
      outbox.latest(target, status);
      wake();
    }
  }

  /** Has it say what is done, though there is nothing for that to travel with. Any thread. */
  void confirm() {
    if (!isOver && doneWaiting() > 0) {
      confirmsNow = true;
      wake();
    }
  }

  /** Waits until all replies have left, at most so long. */
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
    over();
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
        replies.wrote(batch.get().items());
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

  private void isDone(long which) {
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
    boolean isDone = LinkDone.is(item);
    try {
      if (isDone) {
        LinkDone.read(item, replies::has);
      } else {
        number++;
        brought.add(new Brought(codec.decode(item), number));
      }
    } catch (MalformedMessageException e) {
      events.malformed(String.valueOf(e.getMessage()));
      if (!isDone) {
        isDone(number);
      }
    }
  }

  @Override
  public void receivedAll() {
    if (!waitsForCapacity) {
      bring();
    }
  }

  /** Offers the node what has come; if it has no room reads nothing more until it has. */
  private void bring() {
    waitsForCapacity = false;
    bringing = true;
    try {
      long lending = lendings.incrementAndGet();
      BorrowedThread.lend(
          new BorrowedThread.Transport(listener, () -> keeps(lending)),
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
      link.schedule(this::bring, CAPACITY_MILLIS);
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
              isDone(next.number);
            }
          };
      if (!listener.offer(next.batch, isDone)) {
        return;
      }
      brought.remove();
      takenAt = System.nanoTime();
    }
  }

  /** A handler stays on the link's thread: it has a little longer. Run by another thread. */
  private void keeps(long lending) {
    var unused =
        watch.schedule(
            () -> {
              if (isBorrowed && lendings.get() == lending) {
                over();
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
    over();
  }

  /** No reply is taken any more; those that the manager may not have are the broker's. */
  private void over() {
    isOver = true;
    events.over(this);
    leaveToBroker();
  }

  private void leaveToBroker() {
    replies.rest().forEach(item -> events.again(target, item));
    for (Optional<Outbox.Batch> batch = outbox.poll(); batch.isPresent(); batch = outbox.poll()) {
      if (!batch.get().news()) {
        batch.get().items().forEach(item -> events.again(target, item));
      }
    }
  }
}
