package org.dharch.core.orchestration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.Submission;

/**
 * All orchestrations of one manager and the rules that choose among them: what one orchestration
 * document says. Immutable. A document is read by {@link OrchestrationDocument}; this is the same
 * model for Java code.
 *
 * @param byName every orchestration under its name
 * @param rules tried in order; the first match chooses
 * @param policy what none of them contradicts, and no change of one may contradict
 */
public record Orchestrations(Map<String, Orchestration> byName, List<Rule> rules, Policy policy) {
  public Orchestrations {
    byName = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    rules = List.copyOf(rules);
    for (Rule rule : rules) {
      if (!byName.containsKey(rule.orchestration())) {
        throw new IllegalArgumentException(
            "a rule names orchestration '"
                + rule.orchestration()
                + "'; there are "
                + byName.keySet());
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
  }

  /** These orchestrations, under no policy. */
  public Orchestrations(Map<String, Orchestration> byName, List<Rule> rules) {
    this(byName, rules, Policy.NONE);
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
            "orchestration '" + orchestration.name() + "' stands twice; once is allowed");
      }
    }
    return new Orchestrations(byName, rules);
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
    for (Rule rule : rules) {
      if (rule.matches(message, view)) {
        return Optional.of(byName.get(rule.orchestration()));
      }
    }
    return Optional.empty();
  }

  /**
   * The orchestration of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists them
   */
  public Orchestration named(String name) {
    Orchestration named = byName.get(name);
    if (named == null) {
      throw new IllegalArgumentException(
          "orchestration '" + name + "' is unknown; there are " + byName.keySet());
    }
    return named;
  }
}
