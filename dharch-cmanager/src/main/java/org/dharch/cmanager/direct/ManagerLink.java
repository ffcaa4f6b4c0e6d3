package org.dharch.cmanager.direct;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.link.LinkUser;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.TaskBatchFormat;
import org.dharch.core.wire.WireProperties;

/**
 * The manager's end of one link: writes the items of {@link NodeWays} for its node, and delivers
 * received items. Used by the link's thread, except {@link #wake}.
 */
public final class ManagerLink implements LinkUser {
  /** Receives a link's events. */
  interface Events {
    void opened(ManagerLink link);

    void reply(DMFormat reply);

    void status(NodeStatus status);

    void malformed(String reason);

    void forged(String reason);

    void closed(ManagerLink link, String reason);
  }

  private static final int MOST_UNCONFIRMED = 64;

  /**
   * This many pending bytes are written at once, without waiting for the end of the received data.
   */
  private static final int PORTION = Frame.MAX_BYTES / 2;

  private final NodeId node;
  private final byte[] name;
  private final Link link;
  private final LinkFrames frames;
  private final Codec codec;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private final Events events;
  private final AtomicBoolean awake = new AtomicBoolean();
  private boolean receiving;
  private long waiting;
  private long replies;
  private long confirmed;
  private boolean confirmsNow;
  private volatile long latestAnnounced = Long.MIN_VALUE;

  ManagerLink(
      NodeId node,
      LinkFrames frames,
      Codec codec,
      NodeWays<Outbox.OutgoingItem> ways,
      Events events) {
    this.node = node;
    this.name = node.toString().getBytes(StandardCharsets.UTF_8);
    this.link = frames.link();
    this.frames = frames;
    this.codec = codec;
    this.ways = ways;
    this.events = events;
  }

  NodeId node() {
    return node;
  }

  /** Returns whether the link has delivered this heartbeat before the broker did. */
  public boolean hasDelivered(NodeStatus status) {
    return status.announcedNanos() <= latestAnnounced;
  }

  /** Reports that this many bytes are ready to be written. Safe for any thread. */
  public void wake(int bytes) {
    if (link.isOwnThread()) {
      waiting += bytes;
      if (!receiving || waiting >= PORTION) {
        write();
      }
    } else if (awake.compareAndSet(false, true)) {
      link.run(this::write);
    }
  }

  private void write() {
    awake.set(false);
    waiting = 0;
    boolean any = false;
    while (link.isWritable()) {
      List<Outbox.OutgoingItem> items = ways.next(node, Frame.MAX_ITEMS, Frame.MAX_BYTES);
      if (items.isEmpty()) {
        break;
      }
      frames.write(items);
      any = true;
    }
    if (any) {
      link.flush();
    }
  }

  @Override
  public void opened() {
    events.opened(this);
    write();
  }

  @Override
  public void received(ByteBuffer block) {
    receiving = true;
    List<Frame.Item> items;
    try {
      items = frames.read(block);
    } catch (ForgedFrameException | MalformedMessageException e) {
      events.forged(String.valueOf(e.getMessage()));
      link.close(String.valueOf(e.getMessage()));
      return;
    }
    for (Frame.Item item : items) {
      try {
        if (LinkAcknowledgement.isAcknowledgement(item)) {
          LinkAcknowledgement.read(item, number -> ways.done(node, number));
        } else {
          take(codec.decode(item));
        }
      } catch (MalformedMessageException e) {
        events.malformed(String.valueOf(e.getMessage()));
      }
    }
  }

  private void take(DMFormat message) {
    String kind = WireProperties.get(message, WireProperties.KIND, String.class);
    if (kind.equals(FrameKind.STATUS.text())) {
      confirmsNow = true;
      status(StatusFormat.status(message));
    } else {
      replies++;
      if (!TaskBatchFormat.isReplyOf(message, name)) {
        TaskBatchFormat.replying(message).ifPresent(this::checkSender);
      }
      events.reply(message);
    }
  }

  private void status(NodeStatus status) {
    checkSender(status.node());
    latestAnnounced = status.announcedNanos();
    events.status(status);
  }

  private void checkSender(NodeId named) {
    if (!named.equals(node)) {
      throw new MalformedMessageException(
          "a message on the link of " + node + " must be of that node (got " + named + ")");
    }
  }

  @Override
  public void receivedAll() {
    receiving = false;
    if (replies - confirmed >= MOST_UNCONFIRMED || (confirmsNow && replies > confirmed)) {
      confirmed = replies;
      frames.write(List.of(LinkAcknowledgement.item(List.of(replies))));
      link.flush();
    }
    confirmsNow = false;
    write();
  }

  @Override
  public void writable() {
    write();
  }

  @Override
  public void closed(String reason) {
    events.closed(this, reason);
  }
}
