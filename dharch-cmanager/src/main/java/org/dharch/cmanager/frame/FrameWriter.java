package org.dharch.cmanager.frame;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes the frames of one end under its name and guard. Numbers heartbeats in the order of
 * sending. Safe for any thread.
 */
public final class FrameWriter {
  private final FrameGuard guard;
  private final Supplier<String> sender;
  private final Supplier<String> callers;
  private final LongSupplier requested;
  private final AtomicLong heartbeats = new AtomicLong();

  /**
   * @param sender this end's name, known with the first frame
   * @param callers the managers whose calls were received, for heartbeats
   * @param requested the requested heartbeat interval, for calls
   */
  public FrameWriter(
      FrameGuard guard, Supplier<String> sender, Supplier<String> callers, LongSupplier requested) {
    this.guard = guard;
    this.sender = sender;
    this.callers = callers;
    this.requested = requested;
  }

  private long number(FrameHeader.Way way) {
    return switch (way) {
      case HEARTBEAT -> heartbeats.incrementAndGet();
      case CALL -> requested.getAsLong();
      case TASK_BATCH, REPLY, EMISSION, FORWARD, ASK, ANSWER -> 0;
    };
  }

  public void write(BytesMessage message, Target target, List<Outbox.OutgoingItem> items)
      throws JMSException {
    boolean heartbeat = target.way() == FrameHeader.Way.HEARTBEAT;
    Frame.write(
        message,
        new FrameHeader(
            target.way(),
            guard.encrypts(),
            number(target.way()),
            target.sender().isEmpty() ? sender.get() : target.sender(),
            heartbeat ? callers.get() : target.addressee()),
        guard,
        items);
  }
}
