package org.dharch.core.flow;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.dharch.core.Submission;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.XPathCondition;

/**
 * Which messages something is for: everything that is said must match, what is empty matches
 * everything.
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

  boolean readsEnvelope() {
    return conditions.stream().anyMatch(condition -> condition instanceof XPathCondition);
  }

  boolean matches(Submission message, MessageView view) {
    return service.map(message.service()::equals).orElse(true)
        && operation.map(message.operation()::equals).orElse(true)
        && action.map(message.action()::equals).orElse(true)
        && conditions.stream().allMatch(condition -> condition.holds(view));
  }
}
