package org.dharch.test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.wire.Task;

/** The run of one handler on one message. Thread-safe. */
public final class HandlerRun {
  private final MessageRun message;

  HandlerRun(MessageRun message) {
    this.message = message;
  }

  /** Whether it performed, at its last attempt, and what it changed was allowed. */
  public boolean performed() {
    return message.fault().isEmpty();
  }

  /** Why it did not: it threw, was too late, or changed what it did not declare, by name. */
  public Optional<Fault> fault() {
    return message.fault();
  }

  /**
   * Returns the stack trace of its failure, or of its position at the time-out; empty if it did not
   * fail.
   */
  public String trace() {
    return last().map(HandlerAttempt::trace).orElse("");
  }

  /**
   * Returns the changes of its last attempt: of a native handler its own result, of another the
   * changes that its adapter found.
   */
  public Changes changes() {
    return last().map(HandlerAttempt::changes).orElse(Changes.NONE);
  }

  /**
   * The envelope that it was given in its last attempt: the message's, or what it declared of it.
   *
   * @throws IllegalStateException if it was given none
   */
  public String given() {
    byte[] bytes =
        last()
            .flatMap(HandlerAttempt::given)
            .orElseThrow(() -> new IllegalStateException("it was given nothing; " + message));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * The message's envelope with the changes in it, or the answer that it gave.
   *
   * @throws IllegalStateException if it did not perform, or accepted without an answer
   */
  public String envelope() {
    return message.envelope();
  }

  /** The message's properties with the changes in them. */
  public MessageProperties properties() {
    return message.properties();
  }

  /** The header blocks that are marked as processed now. */
  public Set<HeaderRef> processed() {
    return message.processed();
  }

  /** Its attempts, at least one if the message was taken in. */
  public List<HandlerAttempt> attempts() {
    return message.attempts().stream()
        .filter(attempt -> attempt.purpose() == Task.Purpose.PERFORM)
        .toList();
  }

  private Optional<HandlerAttempt> last() {
    List<HandlerAttempt> all = attempts();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** As {@link MessageRun#log()}. */
  public List<LogLine> log() {
    return message.log();
  }

  /** The same as the manager sees it: ending, timeline. */
  public MessageRun message() {
    return message;
  }

  @Override
  public String toString() {
    return message.toString();
  }
}
