package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Seals what one end sends, in its name. Heartbeats are numbered in the order in which they are
 * sent. Safe for any thread.
 */
final class FrameSeal {
  private final KeyRing keys;
  private final Supplier<String> sender;
  private final Supplier<String> heard;
  private final AtomicLong heartbeats = new AtomicLong();

  /**
   * @param sender this end's name, once there is something to send
   * @param heard what a heartbeat says of the managers that were heard
   */
  FrameSeal(KeyRing keys, Supplier<String> sender, Supplier<String> heard) {
    this.keys = keys;
    this.sender = sender;
    this.heard = heard;
  }

  void write(BytesMessage message, Target target, List<Outbox.OutgoingItem> items)
      throws JMSException {
    boolean heartbeat = target.way() == FrameHeader.Way.HEARTBEAT;
    Frame.write(
        message,
        new FrameHeader(
            target.way(),
            heartbeat ? heartbeats.incrementAndGet() : 0,
            sender.get(),
            heartbeat ? heard.get() : target.addressee()),
        keys,
        items);
  }
}
