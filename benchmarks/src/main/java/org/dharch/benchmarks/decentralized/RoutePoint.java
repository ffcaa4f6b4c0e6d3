package org.dharch.benchmarks.decentralized;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A load, in the paper's units. Immutable.
 *
 * @param perMinute requests per minute
 * @param bytes the length of requests, addresses and directions
 * @param millis the time of each of the three services
 */
record RoutePoint(int perMinute, int bytes, int millis) {
  /** The fixed values when another one varies: 600 requests per minute, 512 bytes, 4000 ms. */
  static final RoutePoint FIXED = new RoutePoint(600, 512, 4000);

  static RoutePoint rate(int perMinute) {
    return new RoutePoint(perMinute, FIXED.bytes(), FIXED.millis());
  }

  static RoutePoint size(int bytes) {
    return new RoutePoint(FIXED.perMinute(), bytes, FIXED.millis());
  }

  static RoutePoint time(int millis) {
    return new RoutePoint(FIXED.perMinute(), FIXED.bytes(), millis);
  }

  /** Returns the name of a variant at this load in results. */
  String named(RouteVariant variant) {
    return variant.title() + ", " + perMinute + " requests/min, " + bytes + " B, " + millis + " ms";
  }

  Map<String, Object> parameters(Scale scale) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("requests_per_minute", perMinute);
    all.put("bytes", bytes);
    all.put("service_ms", millis);
    all.put("times_by", scale.timesBy());
    all.put("rates_by", scale.ratesBy());
    all.put("threads", scale.threads());
    return all;
  }
}
