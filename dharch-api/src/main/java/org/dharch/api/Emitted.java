package org.dharch.api;

import java.util.Objects;
import java.util.Optional;

/**
 * The outcome of an {@link Emission}, or of its delivery to one address. Each is reported at most
 * once, and possibly never.
 */
public sealed interface Emitted {

  /** It was delivered to its service, or its handlers responded to it. */
  record Delivered() implements Emitted {}

  /**
   * It was sent to an address, which has responded.
   *
   * @param address the index among the {@link Target.Endpoint}'s addresses
   * @param status the HTTP status
   * @param envelope the SOAP envelope of the response, in UTF-8; empty if it has none
   */
  record Sent(int address, int status, Optional<byte[]> envelope) implements Emitted {
    public Sent {
      if (address < 0) {
        throw new IllegalArgumentException("address must be at least 0 (got " + address + ")");
      }
      Objects.requireNonNull(envelope, "envelope");
    }
  }

  /**
   * The delivery, or the sending to an address, failed as far as is known.
   *
   * @param address the index among the {@link Target.Endpoint}'s addresses; {@value #WHOLE} if none
   *     of them was tried, or the target is a service
   * @param code the kind of failure, as the property {@link MessageProperties#FAULT} begins
   * @param reason one line
   */
  record Failed(int address, String code, String reason) implements Emitted {
    /** The whole emission: nothing was sent. */
    public static final int WHOLE = -1;

    public Failed {
      if (address < WHOLE) {
        throw new IllegalArgumentException("address must be -at least 1 (got " + address + ")");
      }
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
