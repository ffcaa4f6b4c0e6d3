package org.dharch.benchmarks.xmllimit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.dharch.benchmarks.load.DeploymentDescription;

/**
 * One way to the service. Immutable.
 *
 * @param id its web application's name
 * @param title its name in results
 * @param handlers what DHArch does on the way; nothing: it is not there
 */
record LimitVariant(String id, String title, Stack stack, Source source, Optional<Handlers> handlers) {
  /** The streaming servlet behind DHArch's filter, which has no rule for it. */
  static final LimitVariant FILTERED =
      new LimitVariant(
          "filtered",
          Stack.SERVLET.title() + " + DHArch's filter, " + Handlers.NO_RULE.title(),
          Stack.SERVLET,
          Source.NONE,
          Optional.of(Handlers.NO_RULE));

  /** Every one. */
  static final List<LimitVariant> ALL = all();

  /** One without DHArch. */
  static LimitVariant alone(Stack stack, Source source) {
    String id = stack + "-" + source;
    return new LimitVariant(
        id.toLowerCase(Locale.ROOT),
        stack.title() + source.suffix(),
        stack,
        source,
        Optional.empty());
  }

  /** Axis2 without a data base, and DHArch in front of the service. */
  static LimitVariant with(Handlers handlers) {
    return new LimitVariant(
        "dharch-" + handlers.name().toLowerCase(Locale.ROOT),
        Stack.AXIS2.title() + " + DHArch, " + handlers.title(),
        Stack.AXIS2,
        Source.NONE,
        Optional.of(handlers));
  }

  /** The four of one source, in the paper's order. */
  static List<LimitVariant> four(Source source) {
    return Stream.of(Stack.values()).map(stack -> alone(stack, source)).toList();
  }

  /** Those with DHArch. */
  static List<LimitVariant> withDHArch() {
    List<LimitVariant> ways = new ArrayList<>();
    for (Handlers each : Handlers.values()) {
      ways.add(with(each));
    }
    ways.add(FILTERED);
    return ways;
  }

  private static List<LimitVariant> all() {
    List<LimitVariant> ways = new ArrayList<>();
    for (Source each : Source.values()) {
      ways.addAll(four(each));
    }
    ways.addAll(withDHArch());
    return List.copyOf(ways);
  }

  /** Its name in a figure whose title says the rest. */
  String label() {
    return equals(FILTERED)
        ? "Servlet + filter"
        : handlers.map(Handlers::title).orElse(stack.title());
  }

  /** Whether it is an Axis2, which is deployed by {@link #description}. */
  boolean isDeployed() {
    return stack == Stack.AXIS2;
  }

  String description() {
    Map<String, String> values = new HashMap<>(Map.of("source", source.name()));
    handlers.ifPresent(each -> values.put("orchestration", each.document()));
    return DeploymentDescription.text(values);
  }

  /** Whether its messages have a handler on the node. */
  boolean isHandled() {
    return handlers.map(each -> each != Handlers.NO_RULE).orElse(false);
  }

  /** Where it is on its server. */
  String path() {
    return "/" + id + (isDeployed() ? "/services/" : "/") + LimitService.NAME;
  }
}
