package org.dharch.core.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The traces of a reply's results as properties of its DMFormat, one for each: a manager that does
 * not know them reads the reply as if they were not there. Of many results the first {@value #MOST}
 * traces are sent.
 */
final class TraceProperties {
  private static final String PREFIX = MessageProperties.RESERVED_PREFIX + "trace.";
  private static final int MOST = 16;

  /** The allowance for a name, and one character of a trace. */
  private static final int NAME_BYTES = 64;

  private static final int PER_CHAR = 3;

  private TraceProperties() {}

  /** {@code properties}, and the traces. */
  static MessageProperties with(
      MessageProperties properties, List<HandlerResult> results, Limits limits) {
    int most = Math.min(MOST, limits.maxProperties() - properties.asMap().size());
    if (most <= 0 || !hasTrace(results)) {
      return properties;
    }
    Map<String, Object> all = new HashMap<>(properties.asMap());
    results.stream()
        .filter(r -> !r.trace().isEmpty() && travels(r.trace(), limits))
        .limit(most)
        .forEach(r -> all.put(name(r), r.trace()));
    return MessageProperties.of(all);
  }

  /** Nearly never, and asked of each reply. */
  private static boolean hasTrace(List<HandlerResult> results) {
    for (int i = 0; i < results.size(); i++) {
      if (!results.get(i).trace().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static boolean travels(String trace, Limits limits) {
    return WireWriter.canWrite(trace)
        && NAME_BYTES + PER_CHAR * trace.length() <= limits.maxPropertyBytes();
  }

  /** {@code result} with its trace, if there is one of it that is none too long. */
  static HandlerResult traced(HandlerResult result, MessageProperties properties) {
    if (properties.size() == 1) { // of what kind it is, and no more
      return result;
    }
    return properties
        .get(name(result))
        .filter(v -> v instanceof String text && text.length() <= HandlerResult.MAX_TRACE)
        .map(v -> result.traced((String) v))
        .orElse(result);
  }

  private static String name(HandlerResult result) {
    return PREFIX + result.index() + "." + result.attempt();
  }
}
