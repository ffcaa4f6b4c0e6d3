package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.MessageView;

/**
 * Which messages an orchestration is for.
 *
 * @param orchestration the name of the orchestration it chooses
 * @param match which messages of that flow
 */
public record Rule(String orchestration, Direction flow, MessageMatch match) {
  public Rule {
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(flow, "flow");
    Objects.requireNonNull(match, "match");
  }

  /** Every message of this flow. */
  public static Rule all(Direction flow, String orchestration) {
    return new Rule(orchestration, flow, MessageMatch.ALL);
  }

  /** Every message of this flow for this service. */
  public static Rule service(Direction flow, String service, String orchestration) {
    return new Rule(
        orchestration,
        flow,
        new MessageMatch(Optional.of(service), Optional.empty(), Optional.empty(), List.of()));
  }

  /** This rule for those of its messages for which {@code condition} holds too. */
  public Rule when(Condition condition) {
    List<Condition> more = new ArrayList<>(match.conditions());
    more.add(condition);
    return new Rule(
        orchestration,
        flow,
        new MessageMatch(match.service(), match.operation(), match.action(), more));
  }

  boolean matches(Submission message, MessageView view) {
    return flow == message.flow() && match.matches(message, view);
  }

  /** Returns the criteria of the rule: the flow, and every other criterion that is set. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(flow.toString());
    match.service().ifPresent(value -> text.append(", service ").append(value));
    match.operation().ifPresent(value -> text.append(", operation ").append(value));
    match.action().ifPresent(value -> text.append(", action ").append(value));
    match.conditions().forEach(condition -> text.append(", if ").append(condition));
    return text.toString();
  }
}
