package org.dharch.core;

import java.util.Optional;
import org.dharch.core.spi.Ticker;

/**
 * MSThread's duty (seed 000, section 3.2): takes messages from IMQueue, by the selection policy,
 * into MPQueue as long as the window has room. Messages whose deadline passes in IMQueue end here.
 */
final class MessageSelector implements Agent {
  private static final int BATCH = 64;

  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Executor executor;
  private final Departure departure;
  private final Counters counters;
  private final Ticker ticker;

  MessageSelector(
      IMQueue imQueue,
      MPQueue mpQueue,
      Executor executor,
      Departure departure,
      Counters counters,
      Ticker ticker) {
    this.imQueue = imQueue;
    this.mpQueue = mpQueue;
    this.executor = executor;
    this.departure = departure;
    this.counters = counters;
    this.ticker = ticker;
  }

  @Override
  public int doWork() {
    int work = 0;
    for (DHMContext expired : imQueue.expired(ticker.nanos())) {
      end(
          expired,
          new Fault(Fault.Code.DEADLINE, "", "the message's deadline passed while it waited"));
      work++;
    }
    while (work < BATCH && mpQueue.hasRoom()) {
      Optional<DHMContext> next = imQueue.poll();
      if (next.isEmpty()) {
        break;
      }
      mpQueue.add(next.get());
      executor.apply(next.get(), new Event.Selected());
      work++;
    }
    return work;
  }

  /** Ends a message that was not selected yet. */
  void end(DHMContext waiting, Fault fault) {
    counters.count(Counter.HALTED);
    departure.leave(waiting.halted(fault, ticker.nanos()));
  }

  @Override
  public long nextWake() {
    return imQueue.nextDeadline();
  }
}
