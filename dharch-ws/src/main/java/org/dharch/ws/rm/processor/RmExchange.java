package org.dharch.ws.rm.processor;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * What is known of a message beside its envelope.
 *
 * @param by the id of DHArch's message, which makes it the same message each time that it is
 *     performed
 * @param service the name of the service that it is for
 * @param saidOneWay whether its operation has no response, if the container knows that; else the
 *     message's ReplyTo says it
 * @param handMillis for how long DHArch's message may have it in hand, or may come again
 * @param waits how often it was put off
 * @param request of a response on its way out: the request in hand
 * @param isAwaited whether it is what was answered to a request, and an application here waits for
 *     it
 */
public record RmExchange(
    String by,
    String service,
    Optional<Boolean> saidOneWay,
    long handMillis,
    int waits,
    Optional<InHand> request,
    boolean isAwaited) {

  /** It is a message of a sequence, and somebody waits for what is answered. */
  RmResult came(RmEngine engine, SequenceHeader header) {
    return engine.request(header.id(), header.number(), by, header.isLast(), handMillis, waits);
  }

  /**
   * A request that goes on to its service, as its response has to know it.
   *
   * @param id of its sequence
   * @param number its number in it
   */
  public record InHand(SequenceId id, long number) {
    /** As a property's text. */
    public String text() {
      return number + " " + id;
    }

    /** Reads what {@link #text()} wrote; empty if it is something else. */
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
