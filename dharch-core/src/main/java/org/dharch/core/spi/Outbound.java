package org.dharch.core.spi;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.dharch.api.MessageId;

/**
 * Sends the messages that handlers emit to outside addresses ({@link
 * org.dharch.api.Target.Endpoint}): one request for each address, after the emission has passed the
 * handlers of flow {@code out}. Its creator closes it, after the manager that uses it. Safe for any
 * thread.
 *
 * <p>The addresses come from messages (a ReplyTo, a NotifyTo), so an implementation decides by its
 * own configuration to which it sends, and returns {@link Failure#REFUSED} for all others.
 */
public interface Outbound extends AutoCloseable {

  /**
   * Sends {@code request} once; the caller decides on retries. Never blocks and never throws; a
   * failure is a {@link Result.Failed}. The manager bounds the number and the time of its requests.
   *
   * @return completes within {@link Request#limit()}, never exceptionally, on any thread. The
   *     caller counts a violation as {@link Failure#UNKNOWN}
   */
  CompletionStage<Result> send(Request request);

  /** Ends pending requests as {@link Failure#UNKNOWN}, and sends no more. Idempotent. */
  @Override
  void close();

  /**
   * A request to send one envelope to one address.
   *
   * @param id the emission's id, for logs
   * @param address the absolute target address, of any scheme and host
   * @param soap12 whether the envelope is SOAP 1.2, otherwise 1.1; determines HTTP's content type
   *     and the place of the action
   * @param action the SOAPAction, or action parameter; empty if it has none
   * @param envelope in UTF-8, as sent, with the address's own header blocks; shared, never written
   *     to
   * @param limit the total time allowed, from the call to the last byte of the response; more than
   *     zero
   */
  record Request(
      MessageId id, URI address, boolean soap12, String action, byte[] envelope, Duration limit) {
    public Request {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(action, "action");
      Objects.requireNonNull(envelope, "envelope");
      if (!address.isAbsolute()) {
        throw new IllegalArgumentException("address must be absolute (got '" + address + "')");
      }
      if (limit.isZero() || limit.isNegative()) {
        throw new IllegalArgumentException("limit must be positive (got " + limit + ")");
      }
    }

    /** Without the envelope's bytes. */
    @Override
    public String toString() {
      return id + " to " + address + ", " + envelope.length + " bytes, within " + limit;
    }
  }

  /** The result of a request. */
  sealed interface Result {
    /**
     * A response was received.
     *
     * @param status the HTTP status
     * @param envelope the SOAP envelope of the response, in UTF-8; empty without a body of a SOAP
     *     content type
     */
    record Sent(int status, Optional<byte[]> envelope) implements Result {
      public Sent {
        Objects.requireNonNull(envelope, "envelope");
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Sent that
            && status == that.status
            && Arrays.equals(envelope.orElse(null), that.envelope.orElse(null));
      }

      @Override
      public int hashCode() {
        return 31 * status + Arrays.hashCode(envelope.orElse(null));
      }
    }

    /**
     * No response was received.
     *
     * @param why the kind of failure
     * @param reason one line with the address, for the emitting handler and the log
     */
    record Failed(Failure why, String reason) implements Result {
      public Failed {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(reason, "reason");
      }
    }
  }

  /** The kinds of failure. */
  enum Failure {
    /** The address is not permitted; a retry is useless. */
    REFUSED,
    /** Nothing has reached the address: a retry cannot cause a duplicate. */
    UNREACHED,
    /** It is unknown whether it arrived: timeout, or broken connection. */
    UNKNOWN,
    /** The response is invalid: too long, or no HTTP. */
    BAD_ANSWER
  }
}
