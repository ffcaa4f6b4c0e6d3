package org.dharch.core.flow;

import java.util.List;

/**
 * The rules that classify messages for their selection.
 *
 * @param priorities the priorities of messages; the first match counts
 * @param classes the classes of messages with similar cost; the first match counts, and messages
 *     without a match are classified by service and operation
 */
public record ClassificationRules(List<PriorityRule> priorities, List<JobClassRule> classes) {
  static final ClassificationRules NONE = new ClassificationRules(List.of(), List.of());

  public ClassificationRules {
    priorities = List.copyOf(priorities);
    classes = List.copyOf(classes);
  }

  /** Whether any rule depends on a message's envelope. */
  public boolean readsEnvelope() {
    return priorities.stream().anyMatch(rule -> rule.match().readsEnvelope())
        || classes.stream()
            .anyMatch(rule -> rule.match().readsEnvelope() || rule.by().readsEnvelope());
  }
}
