package org.dharch.core.orchestration;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.dharch.core.Flow;
import org.dharch.core.Submission;

/**
 * Which messages an orchestration is for: everything that is said must match, what is empty matches
 * everything.
 *
 * @param orchestration the name of the orchestration it chooses
 * @param conditions all of them must hold
 */
public record Rule(
    String orchestration,
    Flow flow,
    Optional<String> service,
    Optional<String> operation,
    Optional<String> action,
    List<Condition> conditions) {
  public Rule {
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(flow, "flow");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(action, "action");
    conditions = List.copyOf(conditions);
  }

  /** Every message of this flow. */
  public static Rule all(Flow flow, String orchestration) {
    return new Rule(
        orchestration, flow, Optional.empty(), Optional.empty(), Optional.empty(), List.of());
  }

  /** Every message of this flow for this service. */
  public static Rule service(Flow flow, String service, String orchestration) {
    return new Rule(
        orchestration, flow, Optional.of(service), Optional.empty(), Optional.empty(), List.of());
  }

  /** This rule for those of its messages for which {@code condition} holds too. */
  public Rule when(Condition condition) {
    List<Condition> more = new java.util.ArrayList<>(conditions);
    more.add(condition);
    return new Rule(orchestration, flow, service, operation, action, more);
  }

  boolean matches(Submission message, MessageView view) {
    return flow == message.flow()
        && service.map(message.service()::equals).orElse(true)
        && operation.map(message.operation()::equals).orElse(true)
        && action.map(message.action()::equals).orElse(true)
        && conditions.stream().allMatch(condition -> condition.holds(view));
  }

  /** What must match: the flow, and everything else that is said. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(flow.toString());
    service.ifPresent(value -> text.append(", service ").append(value));
    operation.ifPresent(value -> text.append(", operation ").append(value));
    action.ifPresent(value -> text.append(", action ").append(value));
    conditions.forEach(condition -> text.append(", if ").append(condition));
    return text.toString();
  }
}
