package org.dharch.core.orchestration.rule;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestration;

/**
 * Decides before a message is read whether it can have handlers at all, so that other messages are
 * neither read into memory nor re-encoded. The document's rules decide later, on the message.
 *
 * @param service the message's service
 * @param operation its operation; empty for any
 * @param action its action; empty for any
 */
public record RulePrefilter(String service, Optional<String> operation, Optional<String> action) {

  /** Whether a message of one of {@code flows} may have handlers. */
  public boolean any(Orchestrations orchestrations, Set<Direction> flows) {
    for (Direction flow : flows) { // runs for every message, so no nested streams
      if (orchestrations.mayMatch(flow, service, operation, action).findAny().isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the other message may have handlers that this one lacks: a message that started as this
   * one must not continue as the other.
   */
  public boolean lacksHandlersOf(
      RulePrefilter other, Orchestrations orchestrations, Set<Direction> flows) {
    List<Rule> others = other.rules(orchestrations, flows).toList();
    return !others.isEmpty() && !others.equals(rules(orchestrations, flows).toList());
  }

  /**
   * The longest deadline of such a message.
   *
   * @param absent the value for orchestrations without one
   */
  public Duration deadline(Orchestrations orchestrations, Direction flow, Duration absent) {
    return rules(orchestrations, Set.of(flow))
        .map(rule -> orchestrations.byName().get(rule.orchestration()))
        .map(Orchestration::deadline)
        .map(deadline -> deadline.orElse(absent))
        .max(Comparator.naturalOrder())
        .orElse(absent);
  }

  public List<Orchestration> orchestrations(Orchestrations all, Direction flow) {
    return rules(all, Set.of(flow))
        .map(rule -> all.byName().get(rule.orchestration()))
        .distinct()
        .toList();
  }

  private Stream<Rule> rules(Orchestrations orchestrations, Set<Direction> flows) {
    return flows.stream()
        .flatMap(flow -> orchestrations.mayMatch(flow, service, operation, action));
  }
}
