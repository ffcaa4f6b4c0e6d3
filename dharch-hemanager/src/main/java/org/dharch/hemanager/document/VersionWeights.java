package org.dharch.hemanager.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.dharch.core.document.DocumentException.Problem;

/** Determines the weight of each version of a handler. */
final class VersionWeights {
  private static final int WHOLE = 100;

  private VersionWeights() {}

  /**
   * A handler as in the document.
   *
   * @param weight its weight; the remaining one if empty
   */
  record Entry(HandlerSpec spec, OptionalInt weight) {}

  /** Returns the handlers in their order with their weights; adds errors to {@code problems}. */
  static List<HandlerSpec> of(List<Entry> handlers, List<Problem> problems) {
    Map<String, List<Entry>> byName = new LinkedHashMap<>();
    handlers.forEach(
        each -> byName.computeIfAbsent(each.spec().name(), k -> new ArrayList<>()).add(each));
    Map<String, Integer> rests = new LinkedHashMap<>();
    byName.forEach((name, same) -> rests.put(name, remainingWeight(same, problems)));
    return handlers.stream()
        .map(
            each ->
                each.spec()
                    .withWeight(each.weight().orElseGet(() -> rests.get(each.spec().name()))))
        .toList();
  }

  /** The remaining weight, for the version without one. */
  private static int remainingWeight(List<Entry> same, List<Problem> problems) {
    for (Entry each : same) {
      if (same.size() > 1 && !each.spec().hasVersion()) {
        problems.add(
            each.spec()
                .problem("appears " + same.size() + " times, so each must have a unique version"));
        return 0;
      }
    }
    HandlerSpec last = same.get(same.size() - 1).spec();
    int sum = same.stream().mapToInt(each -> each.weight().orElse(0)).sum();
    long silent = same.stream().filter(each -> each.weight().isEmpty()).count();
    if (silent > 1) {
      problems.add(
          last.problem("must have at most one version without a weight (got " + silent + ")"));
    } else if (sum > WHOLE || (silent == 0 && sum != WHOLE)) {
      problems.add(last.problem("the weights of its versions must sum to 100 (got " + sum + ")"));
    }
    return Math.max(0, WHOLE - sum);
  }
}
