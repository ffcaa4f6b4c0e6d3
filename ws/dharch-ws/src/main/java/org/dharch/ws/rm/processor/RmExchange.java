package org.dharch.ws.rm.processor;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * The properties of a message besides its envelope.
 *
 * @param messageId the id of the DHArch message
 * @param service the name of the target service
 * @param declaredOneWay whether its operation has no response, if the container knows; otherwise
 *     its ReplyTo decides
 * @param ownershipMillis how long the DHArch message may own it or be repeated
 * @param waits how often it was deferred
 * @param request the request of an outbound response
 * @param isAwaited whether it is a response that a local application waits for
 */
public record RmExchange(
    String messageId,
    String service,
    Optional<Boolean> declaredOneWay,
    long ownershipMillis,
    int waits,
    Optional<RequestReference> request,
    boolean isAwaited) {

  /** Handles a message of a sequence whose answer has a waiting caller. */
  RmResult receive(RmEngine engine, SequenceHeader header) {
    return engine.request(
        header.id(), header.number(), messageId, header.isLast(), ownershipMillis, waits);
  }

  /**
   * A request that continues to its service, for its response.
   *
   * @param id of its sequence
   * @param number its number in the sequence
   */
  public record RequestReference(SequenceId id, long number) {
    /** Returns the text of a property. */
    public String text() {
      return number + " " + id;
    }

    /** Parses {@link #text()}; empty if the text is invalid. */
    public static Optional<RequestReference> of(String text) {
      int blank = text.indexOf(' ');
      if (blank < 1) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new RequestReference(
                new SequenceId(text.substring(blank + 1)),
                Long.parseLong(text.substring(0, blank))));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }
}
