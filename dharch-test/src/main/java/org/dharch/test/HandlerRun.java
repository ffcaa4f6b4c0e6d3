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

  /** Whether its last attempt succeeded, with permitted changes. */
  public boolean performed() {
    return message.fault().isEmpty();
  }

  /** Returns why it failed: an exception, a time-out, or an undeclared change, by name. */
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
   * Returns the envelope that its last attempt received: the message's, or the declared parts of
   * it.
   *
   * @throws IllegalStateException if it received none
   */
  public String given() {
    byte[] bytes =
        last()
            .flatMap(HandlerAttempt::given)
            .orElseThrow(
                () -> new IllegalStateException("the handler received no message; " + message));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Returns the message's envelope with its changes, or its response.
   *
   * @throws IllegalStateException if it did not perform, or accepted without a response
   */
  public String envelope() {
    return message.envelope();
  }

  /** The message's properties with its changes. */
  public MessageProperties properties() {
    return message.properties();
  }

  /** The header blocks that are marked as processed after it. */
  public Set<HeaderRef> processed() {
    return message.processed();
  }

  /** Its attempts, at least one if the message was accepted. */
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

  /** The manager's view: ending and timeline. */
  public MessageRun message() {
    return message;
  }

  @Override
  public String toString() {
    return message.toString();
  }
}
