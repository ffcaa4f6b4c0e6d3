package org.dharch.core.message;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * How deep a message is in calls that wait for each other: 0 of what comes from a client; one more
 * of what a handler calls and waits for while it performs on a message, than of that message. It
 * travels as the property {@value #PROPERTY} of the message and its whole exchange, and from a
 * handler to the manager in the HTTP header {@link Submission#WITHIN}, as {@link
 * org.dharch.api.HandlerMessage#within} says it. Nodes let each depth go on whatever those before
 * it wait for (seed 002, section 3.2). Stateless, safe for any thread.
 */
public final class CallDepth {
  /** The deepest that there may be. */
  public static final int MOST = 8;

  /** Its property, which no handler may set; absent of one that is not called. */
  public static final String PROPERTY = MessageProperties.CALL_DEPTH;

  private static final char BEFORE_DEPTH = '/';

  private CallDepth() {}

  /** Of a message with these properties, from 0 to {@value #MOST}; what cannot be is 0. */
  public static int of(MessageProperties properties) {
    Object depth = properties.get(PROPERTY).orElse(null);
    return depth instanceof Integer said && said > 0 && said <= MOST ? said : 0;
  }

  /** What the header of a call says that the service makes whose request is {@code id}. */
  public static String ofServicesCall(MessageId id, MessageProperties properties) {
    int depth = of(properties);
    return depth == 0 ? id.toString() : id.toString() + BEFORE_DEPTH + depth;
  }

  /**
   * The request that a call with this header is made within; empty if the header is none of ours.
   */
  public static Optional<MessageId> request(String header) {
    return said(header).map(Said::request);
  }

  /**
   * {@code submission} with what this header says of it; as it is if the header is none of ours.
   */
  static Submission of(Submission submission, String header) {
    return said(header)
        .map(
            said -> {
              Submission within = submission.within(said.request());
              return said.depth() == 0
                  ? within
                  : within.with(within.properties().with(PROPERTY, said.depth()));
            })
        .orElse(submission);
  }

  private record Said(MessageId request, int depth) {}

  /** What a header says: {@code ID} or {@code ID/DEPTH}; empty if it is a stranger's. */
  private static Optional<Said> said(String header) {
    String text = header.strip();
    int end = text.indexOf(BEFORE_DEPTH);
    try {
      int depth = end < 0 ? 0 : Integer.parseInt(text.substring(end + 1));
      MessageId request = MessageId.parse(end < 0 ? text : text.substring(0, end));
      return Optional.of(new Said(request, Math.max(0, depth)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether a message with these properties is deeper than may be. */
  public static boolean isTooDeep(MessageProperties properties) {
    return properties.get(PROPERTY).orElse(null) instanceof Integer said && said > MOST;
  }
}
