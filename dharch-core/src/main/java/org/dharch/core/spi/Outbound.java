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
 * handlers of flow {@code out}. It knows neither orchestrations nor nodes. Its creator closes it,
 * after the manager that uses it. Safe for any thread.
 *
 * <p>The addresses come from messages (a ReplyTo, a NotifyTo), so an implementation decides by its
 * own configuration to which it sends, and returns {@link Failure#REFUSED} for all others.
 */
public interface Outbound extends AutoCloseable {

  /**
   * Sends {@code request}, once: what is tried again is for its caller to decide. Never blocks and
   * never throws; what cannot be sent is a {@link Result.Failed}. The manager has at most as many
   * requests under way as its configuration says, and none without a bound on its time.
   *
   * @return complete within {@link Request#limit()}, and never exceptionally, by any thread, which
   *     may be the caller's. A caller counts one that does not keep to that as {@link
   *     Failure#UNKNOWN}
   */
  CompletionStage<Result> send(Request request);

  /** Ends what is under way as {@link Failure#UNKNOWN}, and sends no more. Idempotent. */
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
     * It was answered, whatever that answer says.
     *
     * @param status the HTTP status
     * @param envelope the SOAP envelope in the answer, in UTF-8; empty if there is none: no body,
     *     or one of a content type that is not SOAP's
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
     * No answer is known.
     *
     * @param why the kind of failure
     * @param reason one line, for the handler that emitted it and for a log; names the address
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
    /** The address is none that this may send to; it is never worth another try. */
    REFUSED,
    /** Nothing of it has arrived there: it may be tried again, and cannot come twice by that. */
    UNREACHED,
    /** Whether it has arrived is not known: time-out, or a connection that broke off. */
    UNKNOWN,
    /** It was answered with what cannot be taken: too long, or no HTTP. */
    BAD_ANSWER
  }
}
