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
 * One variant of the service. Immutable.
 *
 * @param id the name of its web application
 * @param title the name in results
 * @param handlers the handler that DHArch runs; empty: without DHArch
 */
record LimitVariant(
    String id, String title, Stack stack, Source source, Optional<Handlers> handlers) {
  /** The streaming servlet behind DHArch's filter without a matching rule. */
  static final LimitVariant FILTERED =
      new LimitVariant(
          "filtered",
          Stack.SERVLET.title() + " + DHArch's filter, " + Handlers.NO_RULE.title(),
          Stack.SERVLET,
          Source.NONE,
          Optional.of(Handlers.NO_RULE));

  /** All variants. */
  static final List<LimitVariant> ALL = all();

  /** Returns a variant without DHArch. */
  static LimitVariant alone(Stack stack, Source source) {
    String id = stack + "-" + source;
    return new LimitVariant(
        id.toLowerCase(Locale.ROOT),
        stack.title() + source.suffix(),
        stack,
        source,
        Optional.empty());
  }

  /** Returns the variant with Axis2, no database, and DHArch in front of the service. */
  static LimitVariant with(Handlers handlers) {
    return new LimitVariant(
        "dharch-" + handlers.name().toLowerCase(Locale.ROOT),
        Stack.AXIS2.title() + " + DHArch, " + handlers.title(),
        Stack.AXIS2,
        Source.NONE,
        Optional.of(handlers));
  }

  /** Returns the four variants with one source, in the paper's order. */
  static List<LimitVariant> four(Source source) {
    return Stream.of(Stack.values()).map(stack -> alone(stack, source)).toList();
  }

  /** Returns the variants with DHArch. */
  static List<LimitVariant> withDHArch() {
    List<LimitVariant> variants = new ArrayList<>();
    for (Handlers each : Handlers.values()) {
      variants.add(with(each));
    }
    variants.add(FILTERED);
    return variants;
  }

  private static List<LimitVariant> all() {
    List<LimitVariant> variants = new ArrayList<>();
    for (Source each : Source.values()) {
      variants.addAll(four(each));
    }
    variants.addAll(withDHArch());
    return List.copyOf(variants);
  }

  /** Returns the short name for a figure whose title has the rest. */
  String label() {
    return equals(FILTERED)
        ? "Servlet + filter"
        : handlers.map(Handlers::title).orElse(stack.title());
  }

  /** Returns whether it is an Axis2, which is deployed by {@link #description}. */
  boolean isDeployed() {
    return stack == Stack.AXIS2;
  }

  String description() {
    Map<String, String> values = new HashMap<>(Map.of("source", source.name()));
    handlers.ifPresent(each -> values.put("orchestration", each.document()));
    return DeploymentDescription.text(values);
  }

  /** Returns whether a node handles its messages. */
  boolean isHandled() {
    return handlers.map(each -> each != Handlers.NO_RULE).orElse(false);
  }

  /** Returns the path on its server. */
  String path() {
    return "/" + id + (isDeployed() ? "/services/" : "/") + LimitService.NAME;
  }
}
