package org.dharch.core.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dharch.api.MessageId;

/**
 * A version of a handler on one node.
 *
 * @param handler the handler's name, which orchestrations use
 * @param version what its node document calls it: letters, digits, {@code _ . + -}, at most 64
 * @param weight of a hundred messages that this node is given for the handler so many go to it
 */
public record HandlerVersion(String handler, String version, int weight) {
  /** The sum of the weights of all versions of a handler. */
  public static final int WEIGHTS = 100;

  private static final Pattern HANDLER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+\\-]{0,63}");

  public HandlerVersion {
    matching("handler", handler, HANDLER);
    matching("version", version, VERSION);
    if (weight < 0 || weight > 100) {
      throw new IllegalArgumentException("weight must be 0 to 100 (got " + weight + ")");
    }
  }

  /**
   * The version of {@code handler} that a node with these versions uses for a message; empty if its
   * versions have no names. It depends only on the message's id and the weights: so a retry or a
   * compensation uses the same version, also on another node with the same versions and weights.
   *
   * <p>The versions divide a hundred buckets in the order of their names, so that a changed weight
   * moves as few messages as possible.
   */
  public static Optional<String> of(List<HandlerVersion> all, String handler, MessageId message) {
    List<HandlerVersion> versions = new ArrayList<>(all);
    versions.removeIf(each -> !each.handler().equals(handler));
    versions.sort(Comparator.comparing(HandlerVersion::version));
    long bucket = Long.remainderUnsigned(mix(message.high() ^ mix(message.low())), WEIGHTS);
    for (HandlerVersion each : versions) {
      bucket -= each.weight();
      if (bucket < 0) {
        return Optional.of(each.version());
      }
    }
    return Optional.empty();
  }

  /** Ids of one manager differ in a few bits only: SplitMix64's finalizer spreads them. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static void matching(String field, String value, Pattern allowed) {
    if (!allowed.matcher(value).matches()) {
      throw new IllegalArgumentException(
          field + " must be " + allowed.pattern() + " (got '" + value + "')");
    }
  }
}
