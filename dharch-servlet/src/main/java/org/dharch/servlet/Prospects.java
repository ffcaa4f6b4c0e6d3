package org.dharch.servlet;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Rule;

/**
 * Tells before a message is looked at whether it can have handlers at all, so that one that cannot
 * is not read into memory. The document's rules decide later, on the message.
 *
 * @param service the service that the request is for
 * @param action the request's action; empty: whatever it is
 */
record Prospects(String service, Optional<String> action) {

  /** Whether a message of one of {@code flows} may have handlers. */
  boolean any(DHManager manager, Set<Direction> flows) {
    return !rules(manager.orchestrations(), flows).isEmpty();
  }

  /** The longest deadline that such a message can be given. */
  Duration deadline(DHManager manager, Direction flow) {
    Orchestrations orchestrations = manager.orchestrations();
    Duration absent = manager.config().deadline();
    return rules(orchestrations, Set.of(flow)).stream()
        .map(rule -> orchestrations.byName().get(rule.orchestration()))
        .map(Orchestration::deadline)
        .map(deadline -> deadline.orElse(absent))
        .max(Comparator.naturalOrder())
        .orElse(absent);
  }

  private List<Rule> rules(Orchestrations orchestrations, Set<Direction> flows) {
    return orchestrations.rules().stream()
        .filter(rule -> flows.contains(rule.flow()))
        .filter(rule -> rule.match().mayMatch(service, Optional.empty(), action))
        .toList();
  }
}
