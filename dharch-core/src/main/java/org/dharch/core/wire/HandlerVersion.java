package org.dharch.core.wire;

import java.util.regex.Pattern;

/**
 * A version of a handler on one node.
 *
 * @param handler the handler's name, which orchestrations use
 * @param version what its node document calls it: letters, digits, {@code _ . + -}, at most 64
 * @param weight of a hundred messages that this node is given for the handler so many go to it
 */
public record HandlerVersion(String handler, String version, int weight) {
  private static final Pattern HANDLER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+\\-]{0,63}");

  public HandlerVersion {
    matching("handler", handler, HANDLER);
    matching("version", version, VERSION);
    if (weight < 0 || weight > 100) {
      throw new IllegalArgumentException("weight must be 0 to 100 (got " + weight + ")");
    }
  }

  private static void matching(String field, String value, Pattern allowed) {
    if (!allowed.matcher(value).matches()) {
      throw new IllegalArgumentException(
          field + " must be " + allowed.pattern() + " (got '" + value + "')");
    }
  }
}
