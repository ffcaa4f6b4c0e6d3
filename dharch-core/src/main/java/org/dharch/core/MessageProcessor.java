package org.dharch.core;

import java.time.Duration;
import java.util.Optional;
import org.dharch.core.message.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageProperties;
import org.dharch.core.node.Task;
import org.dharch.core.node.Work;
import org.dharch.core.node.WorkFormat;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Ticker;

/**
 * MPThread's duty (seed 000, section 3.2): carries out what executions want done. It makes the
 * DMFormat of each work and hands it to CManager, and never waits for a reply; a message that has
 * ended it takes out of MPQueue.
 */
final class MessageProcessor implements Agent {
  private static final int BATCH = 64;

  private final MPQueue mpQueue;
  private final Slots slots;
  private final CManager cmanager;
  private final WorkFormat format;
  private final Executor executor;
  private final NodeDirectory directory;
  private final Departure departure;
  private final Counters counters;
  private final Duration transfer;
  private final Limits limits;
  private final Ticker ticker;

  MessageProcessor(
      MPQueue mpQueue,
      Slots slots,
      CManager cmanager,
      WorkFormat format,
      Executor executor,
      NodeDirectory directory,
      Departure departure,
      Counters counters,
      DHManagerConfig config) {
    this.mpQueue = mpQueue;
    this.slots = slots;
    this.cmanager = cmanager;
    this.format = format;
    this.executor = executor;
    this.directory = directory;
    this.departure = departure;
    this.counters = counters;
    this.transfer = config.timeouts().transferAllowance();
    this.limits = config.limits();
    this.ticker = config.ticker();
  }

  @Override
  public int doWork() {
    int work = 0;
    while (work < BATCH) {
      Optional<DHMContext> next = mpQueue.nextReady();
      if (next.isEmpty()) {
        break;
      }
      process(next.get());
      work++;
    }
    return work;
  }

  private void process(DHMContext message) {
    for (Effect effect : message.takeEffects()) {
      if (effect instanceof Effect.Send send) {
        send(message, send);
      } else if (effect instanceof Effect.End end) {
        slots.ended(message, end.outcome(), ticker.nanos());
        departure.leave(end.outcome());
      } else {
        mpQueue.remove(message, ticker.nanos());
        executor.left(message);
      }
    }
  }

  private void send(DHMContext message, Effect.Send send) {
    for (Task task : send.tasks()) {
      if (!message.execution().wants(task)) {
        return; // overtaken by an event of the same turn, which had its own say
      }
    }
    if (taken(message, send)) {
      counters.count(Counter.WORKS_SENT);
    } else {
      counters.count(Counter.SENDS_REFUSED);
      executor.apply(message, new Event.Unsent(send.node(), send.tasks()));
    }
  }

  private boolean taken(DHMContext message, Effect.Send send) {
    try {
      return cmanager.send(send.node(), format.encode(work(message, send)));
    } catch (MalformedMessageException e) {
      Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "", "cannot be sent: " + e.getMessage());
      executor.apply(message, new Event.Withdrawn(fault));
      return true;
    }
  }

  private Work work(DHMContext message, Effect.Send send) {
    long now = ticker.nanos();
    MessageState state = message.state();
    byte[] envelope = state.envelope();
    MessageProperties properties = state.properties();
    if (send.parts().isPresent()) {
      envelope = Partial.envelope(envelope, send.parts().get(), limits);
      properties = Partial.properties(properties, send.parts().get());
    }
    return new Work(
        message.id(),
        cmanager.address(),
        send.tasks(),
        directory.announcedNanos(send.node()),
        transfer,
        Duration.ofNanos(Math.max(0, message.execution().until() - now)),
        state.processed(),
        properties,
        envelope);
  }
}
