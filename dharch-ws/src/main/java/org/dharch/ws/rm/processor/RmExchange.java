package org.dharch.ws.rm.processor;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * The properties of a message besides its envelope.
 *
 * @param by the id of the DHArch message, the same for each repetition
 * @param service the name of the target service
 * @param saidOneWay whether its operation has no response, if the container knows; otherwise its
 *     ReplyTo decides
 * @param handMillis how long the DHArch message may own it or be repeated
 * @param waits how often it was deferred
 * @param request the request of an outbound response
 * @param isAwaited whether it is a response that a local application waits for
 */
public record RmExchange(
    String by,
    String service,
    Optional<Boolean> saidOneWay,
    long handMillis,
    int waits,
    Optional<InHand> request,
    boolean isAwaited) {

  /** Handles a message of a sequence whose answer has a waiting caller. */
  RmResult came(RmEngine engine, SequenceHeader header) {
    return engine.request(header.id(), header.number(), by, header.isLast(), handMillis, waits);
  }

  /**
   * A request that continues to its service; its response needs this.
   *
   * @param id of its sequence
   * @param number its number in the sequence
   */
  public record InHand(SequenceId id, long number) {
    /** Writes the text of a property. */
    public String text() {
      return number + " " + id;
    }

    /** Reads the result of {@link #text()}; empty if it is something else. */
    public static Optional<InHand> of(String text) {
      int blank = text.indexOf(' ');
      if (blank < 1) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new InHand(
                new SequenceId(text.substring(blank + 1)),
                Long.parseLong(text.substring(0, blank))));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }
}
