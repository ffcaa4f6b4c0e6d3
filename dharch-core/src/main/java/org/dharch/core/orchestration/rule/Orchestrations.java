package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;

/**
 * All orchestrations of one manager and the rules that choose among them: the content of one
 * orchestration document. Immutable. {@code OrchestrationDocument} reads a document; this is the
 * same model for Java code. The cost of a choice does not grow with rules for other messages.
 */
public final class Orchestrations {
  private final Map<String, Orchestration> byName;
  private final List<Rule> rules;
  private final Policy policy;
  private final RuleIndex index;

  /**
   * Creates the orchestrations of a manager.
   *
   * @param byName every orchestration under its name
   * @param rules tried in order; the first match chooses
   * @param policy obeyed by all of them and by every change of one
   * @throws IllegalArgumentException if a rule names a missing orchestration, or an orchestration
   *     or the rules contradict the policy
   */
  public Orchestrations(Map<String, Orchestration> byName, List<Rule> rules, Policy policy) {
    this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    this.rules = List.copyOf(rules);
    this.policy = Objects.requireNonNull(policy, "policy");
    this.index = new RuleIndex(this.rules);
    for (Rule rule : rules) {
      if (!byName.containsKey(rule.orchestration())) {
        throw new IllegalArgumentException(
            "the orchestration of a rule must be one of "
                + byName.keySet()
                + " (got '"
                + rule.orchestration()
                + "')");
      }
    }
    for (Orchestration orchestration : byName.values()) {
      List<String> contradictions = policy.contradictions(orchestration);
      if (!contradictions.isEmpty()) {
        throw new IllegalArgumentException(
            "orchestration '"
                + orchestration.name()
                + "' contradicts its policy: "
                + String.join("; ", contradictions));
      }
    }
    List<String> contradictions = policy.contradictions(this.rules, this.byName);
    if (!contradictions.isEmpty()) {
      throw new IllegalArgumentException(
          "the rules contradict their policy: " + String.join("; ", contradictions));
    }
  }

  /** Every orchestration under its name. */
  public Map<String, Orchestration> byName() {
    return byName;
  }

  /** The rules, which are tried in order. */
  public List<Rule> rules() {
    return rules;
  }

  /** Returns the policy that all orchestrations obey. */
  public Policy policy() {
    return policy;
  }

  /**
   * Returns the rules that may match such a message, in no order.
   *
   * @param operation any if empty
   * @param action any if empty
   */
  Stream<Rule> mayMatch(
      Direction flow, String service, Optional<String> operation, Optional<String> action) {
    return index.of(flow, service, operation, action);
  }

  /**
   * The same under {@code more} besides the policy that they obey already.
   *
   * @throws IllegalArgumentException if one contradicts it
   */
  public Orchestrations under(Policy more) {
    return new Orchestrations(byName, rules, policy.and(more));
  }

  /** These orchestrations under these rules. */
  public static Orchestrations of(List<Orchestration> orchestrations, List<Rule> rules) {
    Map<String, Orchestration> byName = new LinkedHashMap<>();
    for (Orchestration orchestration : orchestrations) {
      if (byName.put(orchestration.name(), orchestration) != null) {
        throw new IllegalArgumentException(
            "orchestration '" + orchestration.name() + "' must occur only once");
      }
    }
    return new Orchestrations(byName, rules, Policy.NONE);
  }

  /**
   * The orchestration of {@code message}; empty if it has none and just passes through.
   *
   * @throws IllegalArgumentException if the message names an orchestration that there is not
   * @throws org.dharch.core.message.MalformedMessageException if a rule has to look into the
   *     envelope and it cannot be read
   */
  public Optional<Orchestration> choose(Submission message, MessageView view) {
    if (message.orchestration().isPresent()) {
      return Optional.of(named(message.orchestration().get()));
    }
    for (Rule rule :
        index.of(message.flow(), message.service(), message.operation(), message.action())) {
      if (rule.matches(message, view)) {
        return Optional.of(byName.get(rule.orchestration()));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the orchestration of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public Orchestration named(String name) {
    Orchestration named = byName.get(name);
    if (named == null) {
      throw new IllegalArgumentException(
          "unknown orchestration '" + name + "'; it must be one of " + byName.keySet());
    }
    return named;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Orchestrations that
        && byName.equals(that.byName)
        && rules.equals(that.rules)
        && policy.equals(that.policy);
  }

  @Override
  public int hashCode() {
    return Objects.hash(byName, rules, policy);
  }

  @Override
  public String toString() {
    return "Orchestrations[" + byName.values() + ", " + rules + ", " + policy + "]";
  }

  /** The orchestration and the policy that one message follows. */
  public record Assignment(Orchestration orchestration, Policy policy) {
    /** For a message that has no handlers and only waits for a slot. */
    public static final Assignment NONE = new Assignment(Orchestration.NONE, Policy.NONE);
  }

  /**
   * Finds the rules for a message by its flow, service, operation and action in constant time. Each
   * rule is indexed under its criteria, with a wildcard for each criterion that is not set, so a
   * message has eight keys to look up. Only conditions remain to be evaluated. Immutable.
   */
  static final class RuleIndex {
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
     * Returns the rules for such a message without evaluating conditions, in the order of all
     * rules.
     */
    List<Rule> of(Direction flow, String service, String operation, String action) {
      List<Numbered> met = new ArrayList<>(4);
      for (int kind : kinds) {
        met.addAll(
            places.getOrDefault(
                new Place(
                    flow,
                    valueIf(service, kind & 4),
                    valueIf(operation, kind & 2),
                    valueIf(action, kind & 1)),
                List.of()));
      }
      if (met.size() <= 1) { // as with most messages of most services
        return met.isEmpty() ? List.of() : List.of(met.get(0).rule());
      }
      met.sort((a, b) -> Integer.compare(a.number(), b.number()));
      return met.stream().map(Numbered::rule).toList();
    }

    private static Optional<String> valueIf(String value, int is) {
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
}
