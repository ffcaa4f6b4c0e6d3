package org.dharch.core.message;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * Depth of a message in a chain of calls that wait for each other: 0 for a message of a client. A
 * call that a handler makes and waits for is one deeper than the handler's message. The depth
 * travels as the property {@value #PROPERTY} of the message and its exchange, and from a handler to
 * the manager in the HTTP header {@link Submission#WITHIN} (see {@link
 * org.dharch.api.HandlerMessage#within}). Nodes reserve capacity for each depth, so that deeper
 * calls run while shallower ones wait (seed 002, section 3.2). Stateless; thread-safe.
 */
public final class CallDepth {
  /** The deepest that there may be. */
  public static final int MOST = 8;

  /** Its property, which no handler may set; absent of one that is not called. */
  public static final String PROPERTY = MessageProperties.CALL_DEPTH;

  private static final char BEFORE_DEPTH = '/';

  private CallDepth() {}

  /** Returns the depth of a message with these properties, 0 to {@value #MOST}; 0 if invalid. */
  public static int of(MessageProperties properties) {
    Object depth = properties.get(PROPERTY).orElse(null);
    return depth instanceof Integer caller && caller > 0 && caller <= MOST ? caller : 0;
  }

  /** Returns the header value for calls of the service whose request is {@code id}. */
  public static String ofServicesCall(MessageId id, MessageProperties properties) {
    int depth = of(properties);
    return depth == 0 ? id.toString() : id.toString() + BEFORE_DEPTH + depth;
  }

  /**
   * Returns the request that a call with this header belongs to; empty if DHArch did not write the
   * header.
   */
  public static Optional<MessageId> request(String header) {
    return caller(header).map(Caller::request);
  }

  /**
   * Returns {@code submission} with the data of this header; unchanged if DHArch did not write the
   * header.
   */
  static Submission of(Submission submission, String header) {
    return caller(header)
        .map(
            caller -> {
              Submission within = submission.within(caller.request());
              return caller.depth() == 0
                  ? within
                  : within.with(within.properties().with(PROPERTY, caller.depth()));
            })
        .orElse(submission);
  }

  private record Caller(MessageId request, int depth) {}

  /** Parses a header value: {@code ID} or {@code ID/DEPTH}; empty if DHArch did not write it. */
  private static Optional<Caller> caller(String header) {
    String text = header.strip();
    int end = text.indexOf(BEFORE_DEPTH);
    try {
      int depth = end < 0 ? 0 : Integer.parseInt(text.substring(end + 1));
      MessageId request = MessageId.parse(end < 0 ? text : text.substring(0, end));
      return Optional.of(new Caller(request, Math.max(0, depth)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether a message with these properties is deeper than may be. */
  public static boolean isTooDeep(MessageProperties properties) {
    return properties.get(PROPERTY).orElse(null) instanceof Integer caller && caller > MOST;
  }
}
