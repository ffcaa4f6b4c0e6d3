package org.dharch.core.engine;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.execution.event.Event;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.text.LoggedError;

/**
 * Runs long computations in {@link LargeWork} and returns their events to the event loop through
 * the inbox.
 */
public final class BackgroundEvents {
  private final LargeWork largeWork;
  private final Inbox inbox;
  private final Counters counters;

  public BackgroundEvents(LargeWork largeWork, Inbox inbox, Counters counters) {
    this.largeWork = largeWork;
    this.inbox = inbox;
    this.counters = counters;
  }

  boolean takes(long load) {
    return largeWork.takes(load);
  }

  /**
   * Computes an event of the message elsewhere.
   *
   * @param load the size of the work, as in {@link LargeWork#takes}
   * @param onError returns the event after an exception
   * @param log logs the exception with the message's id
   */
  void compute(
      long load,
      DHMContext message,
      Supplier<Optional<Event>> work,
      Function<Throwable, Event> onError,
      LoggedError log) {
    largeWork.run(
        load,
        () -> {
          Optional<Event> event;
          try {
            event = work.get();
          } catch (RuntimeException | Error e) {
            counters.count(Counter.ERRORS);
            log.log(message.id(), e);
            event = Optional.of(onError.apply(e));
          }
          event.ifPresent(e -> inbox.post(new Inbox.Done(message, e)));
        });
  }
}
