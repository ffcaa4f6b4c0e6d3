package org.dharch.test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dharch.api.DHHandler.Ending;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;

/**
 * The run of one message through an orchestration. Its outcome is final; oneway handlers may still
 * run and log, and {@link #attempts()} and {@link #log()} include that then. Thread-safe.
 */
public final class MessageRun {
  private final Outcome outcome;
  private final Trail trail;
  private final LogCapture log;

  MessageRun(Outcome outcome, Trail trail, LogCapture log) {
    this.outcome = outcome;
    this.trail = trail;
    this.log = log;
  }

  /** The message's id; log lines have it as {@code messageId}. */
  public MessageId id() {
    return outcome.id();
  }

  /** Returns how it ended; a message that was not accepted counts as failed, with a fault. */
  public Ending ending() {
    if (outcome instanceof Outcome.Failed) {
      return Ending.FAILED;
    }
    return outcome instanceof Outcome.Responded ? Ending.RESPONDED : Ending.COMPLETED;
  }

  /**
   * Returns the envelope for the service, or the response of a handler.
   *
   * @throws IllegalStateException if there is none: the message failed, with the reason, or was
   *     accepted without a response
   */
  public String envelope() {
    return new String(envelopeBytes(), StandardCharsets.UTF_8);
  }

  /** Returns the envelope in UTF-8; the submitted array itself if nothing changed. */
  public byte[] envelopeBytes() {
    if (outcome instanceof Outcome.Completed completed) {
      return completed.envelope();
    }
    if (outcome instanceof Outcome.Responded answered && answered.envelope().isPresent()) {
      return answered.envelope().get();
    }
    throw new IllegalStateException("the message must have an envelope at its end; " + this);
  }

  /** The properties at the end; of a failed message as its handlers left them. */
  public MessageProperties properties() {
    if (outcome instanceof Outcome.Completed completed) {
      return completed.properties();
    }
    return outcome instanceof Outcome.Responded answered
        ? answered.properties()
        : ((Outcome.Failed) outcome).properties();
  }

  /** The header blocks that are marked as processed at its end; none unless it completed. */
  public Set<HeaderRef> processed() {
    return outcome instanceof Outcome.Completed completed ? completed.processed() : Set.of();
  }

  /** The reason of the failure, if it failed. */
  public Optional<Fault> fault() {
    return outcome instanceof Outcome.Failed failed
        ? Optional.of(failed.fault())
        : Optional.empty();
  }

  /** Returns its history with notes, as operators see it. */
  public Timeline timeline() {
    return outcome.timeline();
  }

  /** For each executed stage the handlers that performed, or were sent the message one-way. */
  public List<Set<String>> stages() {
    Map<Integer, Set<String>> stages = new TreeMap<>();
    for (Timeline.Attempt attempt : timeline().attempts()) {
      Set<String> its = stages.computeIfAbsent(attempt.stage(), unused -> new TreeSet<>());
      if (attempt.result().equals("performed") || attempt.result().equals("sent")) {
        its.add(attempt.handler());
      }
    }
    return List.copyOf(stages.values());
  }

  /** Returns every attempt that a node has reported, in that order. */
  public List<HandlerAttempt> attempts() {
    return trail.attempts();
  }

  /** The attempts of this handler to perform, or of its compensator. */
  public List<HandlerAttempt> attempts(String handler) {
    return attempts().stream()
        .filter(attempt -> attempt.handler().equals(handler) && attempt.purpose().works())
        .toList();
  }

  /** The compensators that performed, in that order. */
  public List<String> compensated() {
    return attempts().stream()
        .filter(attempt -> attempt.purpose() == Task.Purpose.COMPENSATE)
        .filter(attempt -> attempt.status() == HandlerResult.Status.PERFORMED)
        .map(HandlerAttempt::handler)
        .toList();
  }

  /**
   * Returns the lines logged so far with the message's id in SLF4J's context, by its handlers and
   * the node, at the levels that the test's logging enables.
   *
   * @throws IllegalStateException if SLF4J does not log to Logback
   */
  public List<LogLine> log() {
    return log.of(id());
  }

  /** Everything, for failed assertions. */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add("message " + id() + " " + ending() + fault().map(f -> ": " + f).orElse(""));
    attempts().forEach(attempt -> lines.add(attempt.toString()));
    timeline().notes().forEach(note -> lines.add("note: " + note));
    return lines.stream().collect(Collectors.joining("\n  "));
  }
}
