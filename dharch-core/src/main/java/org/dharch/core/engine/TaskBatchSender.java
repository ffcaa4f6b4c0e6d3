package org.dharch.core.engine;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.stage.PartialEnvelope;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.LoggedError;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes a task batch as DMFormat and sends it through CManager. Small batches are encoded on the
 * event loop ({@link Conductor}), large ones outside of it.
 */
public final class TaskBatchSender {
  private static final Logger LOG = LoggerFactory.getLogger(TaskBatchSender.class);
  private static final LoggedError UNSENT = new LoggedError(LOG, "Sending of message {}");

  /** Copying is faster than a merge of the same bytes by this factor. */
  private static final int COPIES = 4;

  private final CManager cmanager;
  private final TaskBatchFormat format;
  private final ExecutionDriver driver;
  private final NodeDirectory directory;
  private final Counters counters;
  private final BackgroundEvents background;
  private final Duration transfer;
  private final Limits limits;
  private final Ticker ticker;

  public TaskBatchSender(
      CManager cmanager,
      ExecutionDriver driver,
      NodeDirectory directory,
      Counters counters,
      BackgroundEvents background,
      DHManagerConfig config) {
    this.cmanager = cmanager;
    this.format = new TaskBatchFormat(config.limits());
    this.driver = driver;
    this.directory = directory;
    this.counters = counters;
    this.background = background;
    this.transfer = config.timeouts().transferAllowance();
    this.limits = config.limits();
    this.ticker = config.ticker();
  }

  /** An immutable snapshot of the message for sending. */
  private record Moment(
      DHMContext message, Effect.Send send, long announcedNanos, Duration remaining) {}

  /** Sends the task batch, with the message as of the time of the effect. */
  void send(DHMContext message, Effect.Send send) {
    long remaining = Math.max(0, message.execution().until() - ticker.nanos());
    Moment moment =
        new Moment(
            message, send, directory.announcedNanos(send.node()), Duration.ofNanos(remaining));
    if (!directory.alive(send.node())) { // lost while the batch waited for the disk
      driver.apply(message, unsent(moment));
    } else if (background.takes(load(moment))) {
      background.compute(
          load(moment), message, () -> sendElsewhere(moment), e -> unsent(moment), UNSENT);
    } else {
      send(moment).ifPresent(event -> driver.apply(message, event));
    }
  }

  private static long load(Moment moment) {
    int length = moment.send().version().envelope().length;
    return moment.send().parts().isPresent() ? length : length / COPIES;
  }

  private Optional<Event> sendElsewhere(Moment moment) {
    boolean isLost = !directory.isListed(moment.send().node()); // meanwhile
    return isLost ? Optional.of(unsent(moment)) : send(moment);
  }

  /** Sends the task batch; returns the resulting event if it was not sent. */
  private Optional<Event> send(Moment moment) {
    try {
      if (cmanager.send(moment.send().node(), format.encode(taskBatch(moment)))) {
        counters.count(Counter.TASK_BATCHES_SENT);
        return Optional.empty();
      }
      counters.count(Counter.SENDS_REFUSED);
      return Optional.of(unsent(moment));
    } catch (MalformedMessageException e) {
      Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "", "cannot be sent: " + e.getMessage());
      return Optional.of(new Event.Withdrawn(fault));
    }
  }

  private static Event unsent(Moment moment) {
    return new Event.Unsent(moment.send().node(), moment.send().tasks());
  }

  private TaskBatch taskBatch(Moment moment) {
    Effect.Send send = moment.send();
    MessageContent message = send.version().content();
    return new TaskBatch(
        moment.message().id(),
        send.incarnation(),
        cmanager.address(),
        send.tasks(),
        send.prefetched(),
        send.route(),
        new TaskBatch.Timing(moment.announcedNanos(), transfer, moment.remaining()),
        send.parts().map(parts -> PartialEnvelope.of(message, parts, limits)).orElse(message));
  }
}
