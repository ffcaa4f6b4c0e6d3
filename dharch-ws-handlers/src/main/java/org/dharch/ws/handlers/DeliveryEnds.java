package org.dharch.ws.handlers;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.dharch.core.message.RepeatedLog;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.processor.RmEmissionPurpose;
import org.dharch.ws.rm.processor.RmOutbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the deliveries of one node ended, which is noted in the store. What the store cannot note,
 * because it fails, is noted as soon as it can, before anything that is due is done: its service
 * has the message already, and would be given it again. Bounded. Any thread.
 */
final class DeliveryEnds {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryEnds.class);

  /** How many may wait; more deliveries than that are hardly ever under way. */
  private static final int MOST = 10_000;

  private record End(RmEmissionPurpose.Delivery delivery, boolean isDelivered) {}

  private final RmEngine engine;
  private final RmOutbox outbox;
  private final StoreTrouble trouble;
  private final RepeatedLog refused;
  private final ConcurrentLinkedDeque<End> waiting = new ConcurrentLinkedDeque<>();
  private final AtomicInteger count = new AtomicInteger();

  DeliveryEnds(RmEngine engine, RmOutbox outbox, StoreTrouble trouble, LongSupplier nanos) {
    this.engine = engine;
    this.outbox = outbox;
    this.trouble = trouble;
    refused = new RepeatedLog(nanos, LOG::warn);
  }

  /** The service has it. */
  void delivered(RmEmissionPurpose.Delivery delivery) {
    note(new End(delivery, true));
  }

  /** There was no room to send it, which says nothing of its service. */
  void notSent(RmEmissionPurpose.Delivery delivery) {
    note(new End(delivery, false));
  }

  /**
   * The service does not have it.
   *
   * @param reason of the gateway, or of what was on the way
   */
  void refused(RmEmissionPurpose.Delivery delivery, String reason) {
    refused.say(
        "message "
            + delivery.number()
            + " of "
            + delivery.key()
            + " was not delivered, and is tried again after a pause: "
            + reason);
    note(new End(delivery, false));
  }

  /** False if the store fails yet: what is due there may be delivered already. */
  boolean noteWhatWasNot() {
    for (int left = count.get(); left > 0; left--) {
      Optional<End> next = Optional.ofNullable(waiting.poll());
      next.ifPresent(it -> count.decrementAndGet());
      if (next.isPresent() && !note(next.get())) {
        return false;
      }
    }
    return true;
  }

  /** What cannot be noted now is noted later. False if the store fails. */
  private boolean note(End end) {
    RmEmissionPurpose.Delivery delivery = end.delivery();
    RmResult result;
    try {
      result =
          engine.delivered(delivery.key(), delivery.number(), delivery.by(), end.isDelivered());
    } catch (ConflictException e) {
      later(end, e);
      return true;
    } catch (StoreException e) {
      trouble.failed("how a delivery ended cannot be noted yet: " + e.getMessage());
      later(end, e);
      return false;
    }
    outbox.take(result);
    return true;
  }

  private void later(End end, RuntimeException reason) {
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      LOG.warn(
          "how the delivery of message {} of {} ended is not noted, for {} others wait for that",
          end.delivery().number(),
          end.delivery().key(),
          MOST,
          reason);
    } else {
      waiting.add(end);
    }
  }
}
