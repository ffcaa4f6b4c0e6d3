package org.dharch.core.emission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.NodeEmission;

/**
 * An emission that this manager has accepted, until all its outcomes are reported. Used on the
 * emission loop only.
 */
final class EmissionInHand {
  static final long NEVER = Long.MAX_VALUE;

  final NodeEmission from;
  final long deadlineAt;

  /** Run once, when the transport must not deliver it again. */
  final Runnable done;

  /** The bound on outcomes that wait to be reported together. */
  private static final int MAX_UNSENT = 64;

  /** The longest time outcomes wait to be reported together. */
  private static final long REPORT_DELAY_NANOS = Duration.ofMillis(20).toNanos();

  /** The addresses with a known outcome; a service counts as one address. */
  private final BitSet reported = new BitSet();

  /** Outcomes that have not been sent to the node yet. */
  private List<Emitted> unsent = List.of();

  /** The time at which the first unsent outcome arrived. */
  private long unsentSince;

  /** The time at which {@link #again} runs; {@link #NEVER} if it does not. */
  long wakeAt = NEVER;

  Runnable again = () -> {};

  /** The number of postponed attempts. */
  int pauses;

  /** Whether it was passed to its service; then only the gateway knows the outcome. */
  volatile boolean handedOver;

  EmissionInHand(NodeEmission from, long now, Runnable done) {
    this.from = from;
    this.deadlineAt = now + from.emission().deadline().toNanos();
    this.done = done;
  }

  Emission emission() {
    return from.emission();
  }

  MessageId id() {
    return emission().id();
  }

  long bytes() {
    return EmissionFormat.size(emission());
  }

  Optional<Target.Endpoint> endpoint() {
    return emission().target() instanceof Target.Endpoint to ? Optional.of(to) : Optional.empty();
  }

  int addresses() {
    return endpoint().map(to -> to.addresses().size()).orElse(1);
  }

  /**
   * Returns the message under which it is admitted.
   *
   * @param left the remaining time in nanoseconds
   */
  Submission submission(Direction flow, String service, String operation, long left) {
    Emission what = emission();
    return new Submission(
        flow,
        service,
        operation,
        what.action(),
        new MessageContent(
            what.envelope(),
            what.properties().merge(handlerProperties(flow, service, operation), List.of()),
            Set.of()),
        what.orchestration(),
        Optional.of(Duration.ofNanos(left)),
        false,
        "",
        Optional.empty());
  }

  /**
   * Returns the properties for its handlers, and for those of its response, as a container would
   * set them.
   */
  Map<String, Object> handlerProperties(Direction flow, String service, String operation) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(SoapProperties.FLOW, flow.toString());
    properties.put(SoapProperties.SERVER_SIDE, endpoint().isEmpty());
    properties.put(SoapProperties.EMISSION, id().toString());
    put(properties, SoapProperties.SERVICE, service);
    put(properties, SoapProperties.OPERATION, operation);
    boolean isAnswer = endpoint().isPresent() && flow != Direction.OUT;
    put(properties, SoapProperties.SOAP_ACTION, isAnswer ? "" : emission().action());
    return properties;
  }

  private static void put(Map<String, Object> properties, String name, String text) {
    if (!text.isEmpty()) {
      properties.put(name, text);
    }
  }

  /** Returns whether no address has an outcome. */
  boolean isUnreported() {
    return reported.isEmpty();
  }

  boolean isReported(int address) {
    return reported.get(address);
  }

  /**
   * Adds the outcome of {@code address}.
   *
   * @return whether the waiting outcomes must be reported now
   */
  boolean report(int address, Emitted outcome, long now) {
    reported.set(address);
    if (unsent.isEmpty()) {
      unsent = new ArrayList<>(1);
      unsentSince = now;
    }
    unsent.add(outcome);
    return isAllReported() || unsent.size() >= MAX_UNSENT;
  }

  /** Returns whether all addresses have an outcome. */
  boolean isAllReported() {
    return reported.cardinality() == addresses();
  }

  /** Returns whether outcomes have waited long enough to be reported. */
  boolean isReportDue(long now) {
    return !unsent.isEmpty() && now - unsentSince >= REPORT_DELAY_NANOS;
  }

  /** Removes and returns the outcomes to report. */
  List<Emitted> takeUnsent() {
    List<Emitted> all = unsent;
    unsent = List.of();
    return all;
  }

  /** Schedules {@code what} for {@code at}. */
  void pause(long at, Runnable what) {
    wakeAt = at;
    again = what;
  }

  /** Removes and returns the scheduled work. */
  Runnable wake() {
    wakeAt = NEVER;
    return again;
  }
}
