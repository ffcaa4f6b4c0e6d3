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
 * @param content its content on arrival
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
    MessageContent content,
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
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(within, "within");
  }

  /** Creates a submission for {@code service} with defaults for the rest. */
  public static Submission of(Direction flow, String service, byte[] envelope) {
    return of(flow, service, "", "", MessageContent.of(envelope));
  }

  /** Creates a submission of an unknown client that waits for the end. */
  public static Submission of(
      Direction flow, String service, String operation, String action, MessageContent content) {
    return new Submission(
        flow,
        service,
        operation,
        action,
        content,
        Optional.empty(),
        Optional.empty(),
        false,
        "",
        Optional.empty());
  }

  public byte[] envelope() {
    return content.envelope();
  }

  public MessageProperties properties() {
    return content.properties();
  }

  public Set<HeaderRef> processed() {
    return content.processed();
  }

  /** The same with other content. */
  public Submission with(MessageContent value) {
    return with(value, oneWay, client, within);
  }

  /** The same with other properties. */
  public Submission with(MessageProperties others) {
    return with(content.with(others));
  }

  /** The same, one-way or not. */
  public Submission oneWay(boolean value) {
    return with(content, value, client, within);
  }

  /** The same with a named orchestration. */
  public Submission orchestration(String value) {
    return with(Optional.of(value), deadline);
  }

  /** The same with another deadline than the default. */
  public Submission deadline(Duration value) {
    return with(orchestration, Optional.of(value));
  }

  private Submission with(Optional<String> named, Optional<Duration> limit) {
    return new Submission(
        flow, service, operation, action, content, named, limit, oneWay, client, within);
  }

  /** The same, sent by {@code value}. */
  public Submission client(String value) {
    return with(content, oneWay, value, within);
  }

  /** Returns this submission with the value of the header {@link #WITHIN}; null if absent. */
  public Submission withinHeader(String value) {
    return value == null ? this : CallDepth.of(this, value);
  }

  /** The same, executed in the slot of the request {@code value}. */
  public Submission within(MessageId value) {
    return with(content, oneWay, client, Optional.of(value));
  }

  private Submission with(
      MessageContent value, boolean isOneWay, String sender, Optional<MessageId> request) {
    return new Submission(
        flow,
        service,
        operation,
        action,
        value,
        orchestration,
        deadline,
        isOneWay,
        sender,
        request);
  }
}
