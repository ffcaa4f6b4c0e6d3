package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.core.message.Direction;

/**
 * Finds the rules for a message by its flow, service, operation and action in constant time. Each
 * rule is indexed under its criteria, with a wildcard for each criterion that is not set, so a
 * message has eight keys to look up. Only conditions remain to be evaluated. Immutable.
 */
final class RuleIndex {
  /** The criteria of a rule; empty matches everything. */
  private record Place(
      Direction flow,
      Optional<String> service,
      Optional<String> operation,
      Optional<String> action) {}

  /** The criteria of a rule for the service alone. */
  private record Service(Direction flow, Optional<String> service) {}

  private record Numbered(int number, Rule rule) {}

  private final Map<Place, List<Numbered>> places = new HashMap<>();
  private final Map<Service, List<Rule>> services = new HashMap<>();

  /** The combinations of set criteria that occur, of eight. */
  private final Set<Integer> kinds = new HashSet<>();

  RuleIndex(List<Rule> rules) {
    for (int number = 0; number < rules.size(); number++) {
      Rule rule = rules.get(number);
      MessageMatch match = rule.match();
      Place place = new Place(rule.flow(), match.service(), match.operation(), match.action());
      places.computeIfAbsent(place, p -> new ArrayList<>(1)).add(new Numbered(number, rule));
      services
          .computeIfAbsent(new Service(rule.flow(), match.service()), s -> new ArrayList<>(1))
          .add(rule);
      kinds.add(
          (match.service().isPresent() ? 4 : 0)
              + (match.operation().isPresent() ? 2 : 0)
              + (match.action().isPresent() ? 1 : 0));
    }
  }

  /**
   * Returns the rules for such a message without evaluating conditions, in the order of all rules.
   */
  List<Rule> of(Direction flow, String service, String operation, String action) {
    List<Numbered> met = new ArrayList<>(4);
    for (int kind : kinds) {
      met.addAll(
          places.getOrDefault(
              new Place(
                  flow, said(service, kind & 4), said(operation, kind & 2), said(action, kind & 1)),
              List.of()));
    }
    if (met.size() <= 1) { // as with most messages of most services
      return met.isEmpty() ? List.of() : List.of(met.get(0).rule());
    }
    met.sort((a, b) -> Integer.compare(a.number(), b.number()));
    return met.stream().map(Numbered::rule).toList();
  }

  private static Optional<String> said(String value, int is) {
    return is == 0 ? Optional.empty() : Optional.of(value);
  }

  /**
   * Returns the rules that may match such a message; an empty value may be anything. In no order.
   */
  Stream<Rule> of(
      Direction flow, String service, Optional<String> operation, Optional<String> action) {
    if (operation.isPresent() && action.isPresent()) {
      return of(flow, service, operation.get(), action.get()).stream();
    }
    return Stream.of(Optional.of(service), Optional.<String>empty())
        .flatMap(s -> services.getOrDefault(new Service(flow, s), List.of()).stream())
        .filter(rule -> rule.match().mayMatch(service, operation, action));
  }
}
