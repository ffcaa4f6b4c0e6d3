package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.List;

/**
 * The policy document's content: what no orchestration, and no change of one while its message is
 * under way, may contradict. Immutable; safe for any thread.
 *
 * @param rules all of them hold on every way through an orchestration
 */
public record Policy(List<PolicyRule> rules) {
  /** Nothing is demanded. */
  public static final Policy NONE = new Policy(List.of());

  public Policy {
    rules = List.copyOf(rules);
  }

  /**
   * How an orchestration contradicts this policy, a line for each contradiction; empty if it does
   * not.
   */
  public List<String> contradictions(Orchestration orchestration) {
    return contradictions(List.of(), orchestration.body());
  }

  /**
   * How a message contradicts this policy if it goes on with {@code rest}.
   *
   * @param done the stages that it has been through, each the names of its handlers
   */
  public List<String> contradictions(List<List<String>> done, Sequence rest) {
    List<String> found = new ArrayList<>();
    rules.forEach(rule -> rule.contradiction(done, rest).ifPresent(found::add));
    return found;
  }
}
