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
  private final Supplier<String> addressees;
  private final LongSupplier requested;
  private final AtomicLong heartbeats = new AtomicLong();

  /**
   * @param sender this end's name, known with the first frame
   * @param addressees the addressees of heartbeats and calls: of a heartbeat the managers whose
   *     calls were received, of a call the nodes whose heartbeats are rejected
   * @param requested the requested heartbeat interval, for calls
   */
  public FrameWriter(
      FrameGuard guard,
      Supplier<String> sender,
      Supplier<String> addressees,
      LongSupplier requested) {
    this.guard = guard;
    this.sender = sender;
    this.addressees = addressees;
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
    boolean isToAll =
        switch (target.way()) {
          case HEARTBEAT, CALL -> true;
          default -> false;
        };
    Frame.write(
        message,
        new FrameHeader(
            target.way(),
            guard.encrypts(),
            number(target.way()),
            target.sender().isEmpty() ? sender.get() : target.sender(),
            isToAll ? addressees.get() : target.addressee()),
        guard,
        items);
  }
}
