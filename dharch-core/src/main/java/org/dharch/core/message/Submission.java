package org.dharch.core.message;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * One message that a gateway submits, converted from the container's own context, which stays as it
 * is.
 *
 * @param flow the message's direction
 * @param service the target service; empty if unknown
 * @param operation the target operation; empty if unknown
 * @param action SOAPAction or WS-Addressing action; empty if unknown
 * @param envelope the SOAP envelope in UTF-8; shared, read-only
 * @param properties the data that travels with the envelope
 * @param processed the header blocks already marked as processed
 * @param orchestration the name of the orchestration to use instead of the rules' choice
 * @param deadline how long it may take from admission to its end, instead of the default
 * @param oneWay whether its sender gets an acknowledgment on acceptance and does not wait for the
 *     end. If its orchestration is durable the message is stored first, and the gateway must call
 *     {@link org.dharch.core.DHManager#delivered} or {@link org.dharch.core.DHManager#undelivered}
 *     after it has completed
 * @param client the sender, as far as the container knows, for fair queueing; empty if unknown
 * @param within the request that this message belongs to, if the manager has it and it holds its
 *     slot until {@link org.dharch.core.DHManager#answered}. This message then needs no slot and
 *     does not wait for one. For a response it is the response's own request. For a request it is
 *     the request whose service or handler sent it, taken from the HTTP header {@link #WITHIN}.
 *     Ignored if the manager does not have that request
 */
public record Submission(
    Direction flow,
    String service,
    String operation,
    String action,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    Optional<String> orchestration,
    Optional<Duration> deadline,
    boolean oneWay,
    String client,
    Optional<MessageId> within) {

  /**
   * The HTTP header of a request sent by the service of another message, or by a handler that waits
   * for the response: that message's id, as its container knows it, and {@link CallDepth}, {@code
   * ID/DEPTH}.
   */
  public static final String WITHIN = "dharch-within";

  public Submission {
    Objects.requireNonNull(flow, "flow");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    processed = Set.copyOf(processed);
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(within, "within");
  }

  /** The same with other properties. */
  public Submission with(MessageProperties others) {
    return with(others, oneWay, client, within);
  }

  /** Creates a submission of an unknown client that waits for the end. */
  public Submission(
      Direction flow,
      String service,
      String operation,
      String action,
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      Optional<String> orchestration,
      Optional<Duration> deadline) {
    this(
        flow,
        service,
        operation,
        action,
        envelope,
        properties,
        processed,
        orchestration,
        deadline,
        false,
        "",
        Optional.empty());
  }

  /** The same, one-way or not. */
  public Submission oneWay(boolean value) {
    return with(properties, value, client, within);
  }

  /** The same with a named orchestration. */
  public Submission orchestration(String value) {
    return new Submission(
        flow,
        service,
        operation,
        action,
        envelope,
        properties,
        processed,
        Optional.of(value),
        deadline,
        oneWay,
        client,
        within);
  }

  /** The same with another deadline than the default. */
  public Submission deadline(Duration value) {
    return new Submission(
        flow,
        service,
        operation,
        action,
        envelope,
        properties,
        processed,
        orchestration,
        Optional.of(value),
        oneWay,
        client,
        within);
  }

  /** The same, sent by {@code value}. */
  public Submission client(String value) {
    return with(properties, oneWay, value, within);
  }

  /** Returns this submission with the value of the header {@link #WITHIN}; null if absent. */
  public Submission withinHeader(String value) {
    return value == null ? this : CallDepth.of(this, value);
  }

  /** The same, executed in the slot of the request {@code value}. */
  public Submission within(MessageId value) {
    return with(properties, oneWay, client, Optional.of(value));
  }

  private Submission with(
      MessageProperties properties, boolean oneWay, String client, Optional<MessageId> within) {
    return new Submission(
        flow,
        service,
        operation,
        action,
        envelope,
        properties,
        processed,
        orchestration,
        deadline,
        oneWay,
        client,
        within);
  }

  /** Creates a submission for {@code service} with defaults for the rest. */
  public static Submission of(Direction flow, String service, byte[] envelope) {
    return new Submission(
        flow,
        service,
        "",
        "",
        envelope,
        MessageProperties.empty(),
        Set.of(),
        Optional.empty(),
        Optional.empty());
  }
}
