package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestration;

/**
 * Checks that the rules lead the messages of one exchange to a handler in several flows. A request
 * and its response share the service and the operation. A rule with an action or a condition may
 * match only one of them, so it does not count.
 */
final class FlowCoverage {
  private final List<Rule> rules;
  private final Map<String, Orchestration> byName;

  FlowCoverage(List<Rule> rules, Map<String, Orchestration> byName) {
    this.rules = rules;
    this.byName = byName;
  }

  /** How the rules contradict it; empty if they do not. */
  List<String> contradictions(PolicyRule.Throughout wanted) {
    List<String> found = new ArrayList<>();
    for (Rule rule : rules) {
      if (wanted.flows().contains(rule.flow()) && mayMeet(rule, wanted.handler())) {
        for (Direction flow : wanted.flows()) {
          if (flow != rule.flow()) {
            lacking(rule, flow, wanted.handler())
                .filter(text -> !found.contains(text))
                .ifPresent(found::add);
          }
        }
      }
    }
    return found;
  }

  private Optional<String> lacking(Rule rule, Direction flow, String handler) {
    String that =
        "'"
            + handler
            + "' is in flow "
            + rule.flow()
            + " ("
            + rule
            + ") and must also be in flow "
            + flow
            + " of the same service; ";
    for (Rule other : rules) {
      if (other.flow() != flow || isApart(rule, other)) {
        continue;
      }
      if (!meets(other, handler)) {
        return Optional.of(
            that
                + "there orchestration '"
                + other.orchestration()
                + "' ("
                + other
                + ") does not include it on every path");
      }
      if (isForAllOf(other, rule)) {
        return Optional.empty();
      }
    }
    return Optional.of(that + "no rule there assigns all its messages to one");
  }

  /** Whether no exchange meets both. */
  private static boolean isApart(Rule one, Rule other) {
    return differ(one.match().service(), other.match().service())
        || differ(one.match().operation(), other.match().operation());
  }

  private static boolean differ(Optional<String> one, Optional<String> other) {
    return one.isPresent() && other.isPresent() && !one.equals(other);
  }

  /** Whether {@code rule} matches every message of exchanges that {@code of} matches. */
  private static boolean isForAllOf(Rule rule, Rule of) {
    MessageMatch match = rule.match();
    return (match.service().isEmpty() || match.service().equals(of.match().service()))
        && (match.operation().isEmpty() || match.operation().equals(of.match().operation()))
        && match.action().isEmpty()
        && match.conditions().isEmpty();
  }

  private boolean mayMeet(Rule rule, String handler) {
    return PathRelation.stages(List.of(), byName.get(rule.orchestration()).body()).stream()
        .anyMatch(stage -> stage.has(handler));
  }

  /** Whether every path includes the handler, except paths that end earlier with a response. */
  private boolean meets(Rule rule, String handler) {
    PathRelation ways =
        new PathRelation(
            2,
            (state, stage) -> state == 1 || stage.decides(handler) || stage.mayRespond() ? 1 : 0);
    return !ways.canEndIn(0, List.of(), byName.get(rule.orchestration()).body());
  }
}
