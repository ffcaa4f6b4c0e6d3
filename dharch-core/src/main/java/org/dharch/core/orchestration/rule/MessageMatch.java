package org.dharch.core.orchestration.rule;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.XPathCondition;

/**
 * Criteria that select messages: all set criteria must match; an empty one matches everything.
 *
 * @param conditions all of them must hold
 */
public record MessageMatch(
    Optional<String> service,
    Optional<String> operation,
    Optional<String> action,
    List<Condition> conditions) {
  /** Every message. */
  public static final MessageMatch ALL =
      new MessageMatch(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  public MessageMatch {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(action, "action");
    conditions = List.copyOf(conditions);
  }

  /** Every message for this operation, of any service. */
  public static MessageMatch operation(String operation) {
    return new MessageMatch(Optional.empty(), Optional.of(operation), Optional.empty(), List.of());
  }

  /** Every message for which {@code condition} holds. */
  public static MessageMatch when(Condition condition) {
    return new MessageMatch(
        Optional.empty(), Optional.empty(), Optional.empty(), List.of(condition));
  }

  /** Whether it depends on the envelope. */
  public boolean readsEnvelope() {
    return conditions.stream().anyMatch(condition -> condition instanceof XPathCondition);
  }

  /**
   * Whether {@code message} is one of them.
   *
   * @param view the same message
   * @throws org.dharch.core.message.MalformedMessageException if the envelope has to be read for
   *     that and cannot be
   */
  public boolean matches(Submission message, MessageView view) {
    return mayMatch(
            message.service(), Optional.of(message.operation()), Optional.of(message.action()))
        && conditions.stream().allMatch(condition -> condition.holds(view));
  }

  /**
   * Whether a message may match of which only these values are known; an empty value is unknown.
   */
  boolean mayMatch(String ofService, Optional<String> ofOperation, Optional<String> ofAction) {
    return service.map(ofService::equals).orElse(true)
        && mayBe(operation, ofOperation)
        && mayBe(action, ofAction);
  }

  private static boolean mayBe(Optional<String> wanted, Optional<String> known) {
    return wanted.isEmpty() || known.isEmpty() || wanted.equals(known);
  }
}
