package org.dharch.core.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.InFlightMessages;
import org.dharch.core.execution.event.ExecutionView;
import org.dharch.core.queue.Queues;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageProgress.State;
import org.dharch.core.view.QueueLengths;

/**
 * Reports the state of messages in progress, and what they wait for. Used only on the event loop
 * ({@link Conductor}). Therefore it never sees a message in the middle of an event.
 */
public final class ProgressReport implements InFlightMessages {
  private final Queues queues;
  private final ExecutionDriver driver;

  ProgressReport(Queues queues, ExecutionDriver driver) {
    this.queues = queues;
    this.driver = driver;
  }

  @Override
  public QueueLengths lengths() {
    return new QueueLengths(
        queues.imQueue().size(), queues.mpQueue().size(), queues.slots().size(), driver.held());
  }

  @Override
  public Optional<MessageProgress> find(MessageId id) {
    long now = driver.precise();
    return queues
        .mpQueue()
        .find(id)
        .or(() -> queues.imQueue().find(id))
        .map(message -> of(message, now));
  }

  @Override
  public int count(MessageProgress.Filter filter) {
    return (int) asked(filter, driver.precise()).count();
  }

  private Stream<DHMContext> asked(MessageProgress.Filter filter, long now) {
    Predicate<DHMContext> asked =
        message ->
            filter.asksFor(message.submission().service())
                && age(message, now).compareTo(filter.olderThan()) >= 0
                && filter.node().filter(n -> !message.execution().isOn(n)).isEmpty()
                && asksForWhereItIs(filter, message);
    return Stream.concat(queues.mpQueue().all().stream(), queues.imQueue().all().stream())
        .filter(asked);
  }

  @Override
  public List<MessageProgress> list(MessageProgress.Filter filter) {
    long now = driver.precise();
    return asked(filter, now)
        .sorted(Comparator.comparingLong(message -> message.arrivedAt() - now))
        .limit(filter.limit())
        .map(message -> of(message, now))
        .toList();
  }

  private static boolean asksForWhereItIs(MessageProgress.Filter filter, DHMContext message) {
    if (filter.states().isEmpty() && filter.reason().isEmpty()) {
      return true;
    }
    ExecutionView view = message.execution().view();
    return filter.asksFor(
        state(view.phase()), view.steps().stream().flatMap(step -> step.fault().stream()));
  }

  private static Duration age(DHMContext message, long now) {
    return Duration.ofNanos(now - message.arrivedAt());
  }

  private static MessageProgress of(DHMContext message, long now) {
    ExecutionView view = message.execution().view();
    return new MessageProgress(
        MessageProgress.Target.of(message.submission()),
        state(view.phase()),
        age(message, now),
        age(message, now),
        Duration.ofNanos(Math.max(0, message.deadlineAt() - now)),
        view.stage(),
        view.steps().stream().map(step -> step(step, now)).toList(),
        view.toCompensate(),
        Optional.empty(),
        message.state().timeline(now));
  }

  private static State state(String phase) {
    return switch (phase) {
      case "WAITING" -> State.WAITING;
      case "RUNNING", "MERGING", "CHOOSING", "COMPENSATING_SCOPE" -> State.EXECUTING;
      case "COMPENSATING" -> State.COMPENSATING;
      default -> State.NOTIFYING; // its end may wait for the disk
    };
  }

  private static MessageProgress.Step step(ExecutionView.StepView step, long now) {
    boolean begun = step.attempt() > 0 && step.node().isPresent();
    return new MessageProgress.Step(
        step.stage(),
        step.handler(),
        step.role(),
        step.state(),
        step.node().map(Object::toString).orElse(""),
        step.attempt(),
        begun ? Duration.ofNanos(Math.max(0, now - step.sentAt())) : Duration.ZERO,
        step.fault());
  }
}
