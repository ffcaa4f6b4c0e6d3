package org.dharch.core.wire;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Emission;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * How one task ended on its node.
 *
 * @param index the task's {@link Task#index()}
 * @param attempt the task's {@link Task#attempt()}
 * @param status how it ended
 * @param reason why, one line; empty if it performed
 * @param queueNanos how long it waited for its turn
 * @param runNanos how long it ran
 * @param changes what it changed; {@link Changes#NONE} unless it performed, or is to come later:
 *     then when
 * @param trace where in its code it failed, or stood when its time was over: lines of a stack
 *     trace, at most {@value #MAX_TRACE} characters; empty if nothing is known
 * @param on the {@link org.dharch.core.message.Fingerprint} of the message that it was to be done
 *     on, if another node passed that on; 0 if the manager sent it
 * @param fault the SOAP fault that the handler threw, if it failed so
 */
public record HandlerResult(
    int index,
    int attempt,
    Status status,
    String reason,
    long queueNanos,
    long runNanos,
    Changes changes,
    String trace,
    long on,
    Optional<ThrownFault> fault) {
  private static final int FIXED = 128;
  private static final int PER_ITEM = 64;

  /** The lengths of a name's two texts, and its occurrence. */
  private static final int PER_NAME = 3 * Integer.BYTES;

  /** One character in UTF-8. */
  private static final long PER_CHAR = 3;

  /** How long a trace can be. */
  public static final int MAX_TRACE = 4096;

  /** How a task can end. */
  public enum Status {
    PERFORMED,
    /** The handler threw, or its result is not allowed. */
    FAILED,
    /**
     * It was not begun: it did not get its turn within its time to start, or its beginning could
     * not be written down.
     */
    NOT_STARTED,
    /** It ran past its time to finish. */
    TIMED_OUT,
    /** The node does not host the handler, or is draining; it was not begun. */
    REFUSED,
    /** The node stopped while it ran, and its progress is unknown. */
    UNKNOWN,
    /** The handler did nothing, and wants the message later. */
    DEFERRED
  }

  public HandlerResult {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(changes, "changes");
    if (trace.length() > MAX_TRACE) {
      throw new IllegalArgumentException(
          "a trace must have at most " + MAX_TRACE + " characters (got " + trace.length() + ")");
    }
    boolean deferred = changes.verdict().orElse(null) instanceof Verdict.Defer;
    if (deferred != (status == Status.DEFERRED)) {
      throw new IllegalArgumentException(
          "status " + status + (deferred ? " with a delay" : " without a delay"));
    }
    if (fault.isPresent() && status != Status.FAILED) {
      throw new IllegalArgumentException("status " + status + " with a SOAP fault");
    }
  }

  /** Returns a result without a trace. */
  public static HandlerResult of(
      int index,
      int attempt,
      Status status,
      String reason,
      long queueNanos,
      long runNanos,
      Changes changes) {
    return new HandlerResult(
        index,
        attempt,
        status,
        reason,
        queueNanos,
        runNanos,
        changes,
        "",
        Fingerprint.NONE,
        Optional.empty());
  }

  /** The same, of which this trace is known. */
  public HandlerResult traced(String where) {
    return new HandlerResult(
        index, attempt, status, reason, queueNanos, runNanos, changes, where, on, fault);
  }

  /** The same, whose handler threw {@code value}. */
  public HandlerResult fault(ThrownFault value) {
    return new HandlerResult(
        index,
        attempt,
        status,
        reason,
        queueNanos,
        runNanos,
        changes,
        trace,
        on,
        Optional.of(value));
  }

  /** The same, of a message with this fingerprint. */
  public HandlerResult on(long message) {
    return message == on
        ? this
        : new HandlerResult(
            index, attempt, status, reason, queueNanos, runNanos, changes, trace, message, fault);
  }

  /** When it is to come again; its status is {@link Status#DEFERRED}. */
  public Duration delay() {
    return ((Verdict.Defer) changes.verdict().orElseThrow()).after();
  }

  /** One property. */
  static long size(Map.Entry<String, Object> property) {
    Object value = property.getValue();
    return PER_ITEM
        + PER_CHAR * property.getKey().length()
        + (value instanceof String text ? PER_CHAR * text.length() : 8);
  }

  /** About how many bytes it takes: never fewer than on the wire; close where it is large. */
  public long size() {
    long bytes = FIXED + PER_CHAR * reason.length();
    bytes += fault.map(ThrownFaultFormat::size).orElse(0L);
    for (Map.Entry<Part, byte[]> replaced : changes.replaced().entrySet()) {
      bytes += PER_ITEM + size(replaced.getKey()) + replaced.getValue().length;
    }
    for (byte[] header : changes.addedHeaders()) {
      bytes += Integer.BYTES + header.length;
    }
    for (Map.Entry<String, Object> property : changes.properties().entrySet()) {
      bytes += size(property);
    }
    for (String name : changes.removedProperties()) {
      bytes += PER_ITEM + PER_CHAR * name.length();
    }
    for (HeaderRef header : changes.removedHeaders()) {
      bytes += PER_ITEM + size(header.name());
    }
    for (HeaderRef header : changes.processed()) {
      bytes += PER_ITEM + size(header.name());
    }
    if (changes.verdict().orElse(null) instanceof Changes.Verdict.Respond respond) {
      bytes += respond.envelope().length;
    }
    for (Emission emission : changes.emissions()) {
      bytes += EmissionFormat.size(emission);
    }
    return bytes;
  }

  private static long size(Part part) {
    if (part instanceof Part.Header header) {
      return size(header.header().name());
    }
    long bytes = 0;
    if (part instanceof Part.Element element) {
      for (Part.Step step : element.path()) {
        bytes += size(step.name());
      }
    }
    return bytes;
  }

  private static long size(QName name) {
    int chars = name.getNamespaceURI().length() + name.getLocalPart().length();
    return PER_NAME + PER_CHAR * chars;
  }

  /**
   * Whether everything in it can travel as far as one sees without writing it: it sets no property,
   * emits nothing, and no text in it holds half a surrogate pair.
   */
  boolean surelyTravels() {
    return fault.isEmpty()
        && WireWriter.canWrite(reason)
        && (changes.isEmpty() || surelyTravels(changes));
  }

  private static boolean surelyTravels(Changes changes) {
    return changes.emissions().isEmpty()
        && changes.properties().isEmpty()
        && changes.removedProperties().isEmpty()
        && changes.replaced().keySet().stream().allMatch(HandlerResult::travels)
        && changes.removedHeaders().stream().allMatch(ref -> WireWriter.canWrite(ref.name()))
        && changes.processed().stream().allMatch(ref -> WireWriter.canWrite(ref.name()));
  }

  private static boolean travels(Part part) {
    if (part instanceof Part.Header header) {
      return WireWriter.canWrite(header.header().name());
    }
    return !(part instanceof Part.Element element)
        || element.path().stream().allMatch(step -> WireWriter.canWrite(step.name()));
  }
}
