package org.dharch.core.message;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * The trace of a message: W3C Trace Context, from the HTTP header {@code traceparent}. It travels
 * from the client to the manager, to nodes, and to the service. The span ids of a message and its
 * attempts are derived from its own id, so a node knows the span that its manager reports.
 * Immutable.
 *
 * @param traceId 32 hexadecimal digits
 * @param span 16 hexadecimal digits, the parent of the next spans
 * @param flags 2 hexadecimal digits
 */
public record TraceContext(String traceId, String span, String flags) {
  /** The property in which it travels. */
  public static final String PROPERTY = SoapProperties.HTTP_HEADER + "traceparent";

  /**
   * Later versions may append fields. Two headers arrive joined by a comma, which is invalid: then
   * a new trace starts, as the standard requires.
   */
  private static final Pattern FORM =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})((?<!^00.{53})-.*)?");

  private static final String SAMPLED = "01";

  /** Returns the trace context in {@code properties}; empty if absent or invalid. */
  public static Optional<TraceContext> of(MessageProperties properties) {
    String text = properties.text(PROPERTY, "");
    if (text.isEmpty()) {
      return Optional.empty(); // as most messages are
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    TraceContext context = new TraceContext(form.group(1), form.group(2), form.group(3));
    return context.isNone() ? Optional.empty() : Optional.of(context);
  }

  private boolean isNone() {
    return traceId.chars().allMatch(c -> c == '0') || span.chars().allMatch(c -> c == '0');
  }

  /** A trace that begins with this message, and has its id. */
  public static TraceContext begunBy(MessageId id) {
    return new TraceContext(id.toString(), spanOf(id), SAMPLED);
  }

  /** Whether it is to be recorded. */
  public boolean isSampled() {
    return (HexFormat.fromHexDigits(flags) & 1) != 0;
  }

  /** The same trace, inside another span. */
  public TraceContext within(String newSpan) {
    return new TraceContext(traceId, newSpan, flags);
  }

  /** The id of a message's span. */
  public static String spanOf(MessageId id) {
    return hex(mixed(id.high() ^ Long.rotateLeft(id.low(), 32)));
  }

  /**
   * The id of an attempt's span.
   *
   * @param step the index of its task
   * @param attempt its number
   */
  public static String spanOf(MessageId id, int step, int attempt) {
    long which = ((long) step << 32) | (attempt & 0xffff_ffffL);
    return hex(mixed(id.high() ^ Long.rotateLeft(id.low(), 32) ^ mixed(which + 1)));
  }

  /** The finalizer of SplitMix64; never 0, which is no span's id. */
  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    z ^= z >>> 31;
    return z == 0 ? 1 : z;
  }

  private static String hex(long value) {
    return HexFormat.of().toHexDigits(value);
  }

  /** Returns the header value. */
  @Override
  public String toString() {
    return "00-" + traceId + "-" + span + "-" + flags;
  }
}
