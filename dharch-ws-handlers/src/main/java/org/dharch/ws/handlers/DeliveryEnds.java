package org.dharch.ws.handlers;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.dharch.core.text.RepeatedLog;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.processor.RmEmissionPurpose;
import org.dharch.ws.rm.processor.RmOutbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the results of this node's deliveries in the store. If the store fails, pending results
 * are recorded before any due action. Otherwise the store would repeat deliveries that the service
 * already received. Bounded and thread-safe.
 */
final class DeliveryEnds {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryEnds.class);

  /** The maximum number of pending results; more parallel deliveries are unlikely. */
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

  /** The service received the message. */
  void delivered(RmEmissionPurpose.Delivery delivery) {
    note(new End(delivery, true));
  }

  /** The message was not sent for lack of capacity, which is not a failure of its service. */
  void notSent(RmEmissionPurpose.Delivery delivery) {
    note(new End(delivery, false));
  }

  /**
   * The delivery failed.
   *
   * @param reason from the gateway or the transport
   */
  void refused(RmEmissionPurpose.Delivery delivery, String reason) {
    refused.say(
        "message "
            + delivery.number()
            + " of "
            + delivery.key()
            + " was not delivered; retrying after a delay: "
            + reason);
    note(new End(delivery, false));
  }

  /**
   * Records pending results; returns false if the store still fails, so due messages may be
   * delivered already.
   */
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

  /** Records a result now or later; returns false if the store fails. */
  private boolean note(End end) {
    RmEmissionPurpose.Delivery delivery = end.delivery();
    RmResult result;
    try {
      result =
          engine.delivered(delivery.key(), delivery.number(), delivery.owner(), end.isDelivered());
    } catch (ConflictException e) {
      retryLater(end, e);
      return true;
    } catch (StoreException e) {
      trouble.failed("failed to record a delivery; retrying: " + e.getMessage());
      retryLater(end, e);
      return false;
    }
    outbox.send(result);
    return true;
  }

  private void retryLater(End end, RuntimeException reason) {
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      LOG.warn(
          "Dropped delivery result message={} sequence={} pending={}",
          end.delivery().number(),
          end.delivery().key(),
          MOST,
          reason);
    } else {
      waiting.add(end);
    }
  }
}
