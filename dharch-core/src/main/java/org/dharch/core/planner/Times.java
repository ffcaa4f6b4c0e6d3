package org.dharch.core.planner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;

/**
 * The costs of the service and its handlers in milliseconds. Immutable.
 *
 * @param service how long the service itself runs (Tcomp 0 of equations 3 to 7)
 * @param handlers by name
 */
public record Times(double service, Map<String, HandlerTimes> handlers) {
  public Times {
    HandlerTimes.check("service", service);
    handlers = Map.copyOf(handlers);
  }

  /**
   * Returns the means of measured timelines. Each attempt that performed gives its handler's Tcomp
   * and, as Tdata, its round trip; a message's merge time, divided among its attempts, is C.
   * Timelines do not have the cost of the service: 0.
   */
  public static Times of(List<Timeline> timelines) {
    Map<String, List<double[]>> seen = new TreeMap<>();
    for (Timeline timeline : timelines) {
      List<Timeline.Attempt> performed =
          timeline.attempts().stream().filter(a -> a.result().equals("performed")).toList();
      for (Timeline.Attempt attempt : performed) {
        seen.computeIfAbsent(attempt.handler(), name -> new ArrayList<>())
            .add(
                new double[] {
                  attempt.runNanos() / 1e6,
                  attempt.transferNanos() / 1e6,
                  timeline.mergeNanos() / 1e6 / performed.size()
                });
      }
    }
    Map<String, HandlerTimes> means = new LinkedHashMap<>();
    seen.forEach(
        (name, values) ->
            means.put(name, HandlerTimes.of(mean(values, 0), mean(values, 1), mean(values, 2))));
    return new Times(0, means);
  }

  private static double mean(List<double[]> values, int index) {
    return values.stream().mapToDouble(value -> value[index]).average().orElse(0);
  }

  /** These times with another one for the service. */
  public Times service(double millis) {
    return new Times(millis, handlers);
  }

  /**
   * Parses properties: {@code service=44.6}; for each handler {@code <name>.tcomp}, if not zero
   * {@code <name>.tdata} and {@code <name>.c}, and if not equal to tcomp {@code <name>.local}; all
   * in milliseconds.
   *
   * @param source the name of the properties in errors
   * @throws DHArchException naming the first wrong key and the allowed values
   */
  public static Times parse(String source, Map<String, String> properties) {
    double service = 0;
    Map<String, Map<String, Double>> byHandler = new TreeMap<>();
    for (Map.Entry<String, String> entry : new TreeMap<>(properties).entrySet()) {
      String key = entry.getKey();
      double value = number(source, key, entry.getValue());
      int dot = key.lastIndexOf('.');
      if (key.equals("service")) {
        service = value;
      } else if (dot > 0
          && List.of("tcomp", "tdata", "c", "local").contains(key.substring(dot + 1))) {
        byHandler
            .computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>())
            .put(key.substring(dot + 1), value);
      } else {
        throw new DHArchException(
            source
                + ": a key must be service, or NAME.tcomp, NAME.tdata, NAME.c or NAME.local for a"
                + " handler (got '"
                + key
                + "')");
      }
    }
    Map<String, HandlerTimes> handlers = new LinkedHashMap<>();
    byHandler.forEach(
        (name, values) -> {
          Double tcomp = values.get("tcomp");
          if (tcomp == null) {
            throw new DHArchException(source + ": " + name + ".tcomp is missing");
          }
          handlers.put(
              name,
              new HandlerTimes(
                  tcomp,
                  values.getOrDefault("tdata", 0.0),
                  values.getOrDefault("c", 0.0),
                  values.getOrDefault("local", tcomp)));
        });
    return new Times(service, handlers);
  }

  private static double number(String source, String key, String text) {
    try {
      double value = Double.parseDouble(text.strip());
      HandlerTimes.check(key, value);
      return value;
    } catch (IllegalArgumentException e) {
      throw new DHArchException(
          source
              + ": "
              + key
              + " must be 0 to "
              + (long) HandlerTimes.MAX
              + " milliseconds (got '"
              + text.strip()
              + "')",
          e);
    }
  }

  /** Returns the text for {@link #parse}, a line for each value, sorted. */
  public String text() {
    StringBuilder text = new StringBuilder("# milliseconds\n");
    line(text, "service", service);
    for (String name : new TreeSet<>(handlers.keySet())) {
      HandlerTimes times = handlers.get(name);
      line(text, name + ".tcomp", times.tcomp());
      line(text, name + ".tdata", times.tdata());
      line(text, name + ".c", times.c());
      if (times.local() != times.tcomp()) {
        line(text, name + ".local", times.local());
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String key, double value) {
    text.append(String.format(Locale.ROOT, "%s=%.4f\n", key, value));
  }
}
