package org.dharch.core;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.HeaderRef;
import org.dharch.core.message.MessageProperties;

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
 * @param oneWay whether its sender is told as soon as it is accepted, and nobody waits for its end;
 *     if its orchestration is durable it is stored first, and the gateway must say {@link
 *     DHManager#delivered} or {@link DHManager#undelivered} of it once it has completed
 */
public record Submission(
    Flow flow,
    String service,
    String operation,
    String action,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    Optional<String> orchestration,
    Optional<Duration> deadline,
    boolean oneWay) {

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
  }

  /** One for whose end somebody waits. */
  public Submission(
      Flow flow,
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
        false);
  }

  /** The same, one-way or not. */
  public Submission oneWay(boolean value) {
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
        value);
  }

  /** A submission for {@code service} with nothing else said. */
  public static Submission of(Flow flow, String service, byte[] envelope) {
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
