package org.dharch.core.message;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * What a gateway hands in: one message as the container has it, already in DHArch's terms, beside
 * the container's own context, which is kept unconverted.
 *
 * @param flow the way it is on
 * @param service the service it is for; empty if unknown
 * @param operation the operation it is for; empty if unknown
 * @param action SOAPAction or WS-Addressing action; empty if unknown
 * @param envelope the SOAP envelope in UTF-8; shared, never written to
 * @param properties what travels beside the envelope
 * @param processed the header blocks already marked as processed
 * @param orchestration the name of the orchestration to use instead of the rules' choice
 * @param deadline how long it may take from admission to its end, instead of the default
 * @param oneWay whether its sender is told as soon as it is accepted, and its end is not waited
 *     for; if its orchestration is durable it is stored first, and the gateway must say {@link
 *     org.dharch.core.DHManager#delivered} or {@link org.dharch.core.DHManager#undelivered} of it
 *     once it has completed
 * @param client who sent it, as far as the container knows, for fair share; empty if unknown
 * @param within the request that this message belongs to, if that was a message here and holds its
 *     slot until {@link org.dharch.core.DHManager#answered}; this one then needs none, and does not
 *     wait for one. Of an answer it is its own request; of a request that whose service or handler
 *     sent it, which it says in the HTTP header {@link #WITHIN}. A request that is not here means
 *     nothing
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
   * The HTTP header by which a request says that the service of another sent it, or a handler that
   * waits for its answer: that one's id, as its container knows it, and {@link CallDepth}, {@code
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

  /** One whose end is waited for, of a client that is not known. */
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

  /** The same, of a request whose header {@link #WITHIN} has this value; null if it has none. */
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

  /** A submission for {@code service} with nothing else said. */
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
