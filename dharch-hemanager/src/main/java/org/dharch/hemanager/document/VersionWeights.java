package org.dharch.hemanager.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.dharch.core.document.DocumentException.Problem;

/** Which share each version of a handler has, as a node document says it. */
final class VersionWeights {
  private static final int WHOLE = 100;

  private VersionWeights() {}

  /**
   * A handler as the document has it.
   *
   * @param said its share; what the others leave if empty
   */
  record Said(HandlerSpec spec, OptionalInt said) {}

  /** The handlers in their order, each with its share; what is wrong goes to {@code problems}. */
  static List<HandlerSpec> of(List<Said> handlers, List<Problem> problems) {
    Map<String, List<Said>> byName = new LinkedHashMap<>();
    handlers.forEach(
        each -> byName.computeIfAbsent(each.spec().name(), k -> new ArrayList<>()).add(each));
    Map<String, Integer> rests = new LinkedHashMap<>();
    byName.forEach((name, same) -> rests.put(name, rest(same, problems)));
    return handlers.stream()
        .map(
            each ->
                each.spec().withWeight(each.said().orElseGet(() -> rests.get(each.spec().name()))))
        .toList();
  }

  /** The remaining weight, for the version without one. */
  private static int rest(List<Said> same, List<Problem> problems) {
    for (Said each : same) {
      if (same.size() > 1 && !each.spec().hasVersion()) {
        problems.add(
            each.spec()
                .problem("appears " + same.size() + " times, so each must have a unique version"));
        return 0;
      }
    }
    HandlerSpec last = same.get(same.size() - 1).spec();
    int sum = same.stream().mapToInt(each -> each.said().orElse(0)).sum();
    long silent = same.stream().filter(each -> each.said().isEmpty()).count();
    if (silent > 1) {
      problems.add(
          last.problem("must have at most one version without a weight (got " + silent + ")"));
    } else if (sum > WHOLE || (silent == 0 && sum != WHOLE)) {
      problems.add(last.problem("the weights of its versions must sum to 100 (got " + sum + ")"));
    }
    return Math.max(0, WHOLE - sum);
  }
}
