package org.dharch.core;

import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Emission;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.NodeEmission;

/**
 * An emission that this manager has taken, until all is told of it. Used in {@link Emissions}'
 * turn.
 */
final class EmissionInHand {
  static final long NEVER = Long.MAX_VALUE;

  final NodeEmission from;
  final long deadlineAt;

  /** Run once: the transport need not bring it again. */
  final Runnable done;

  /** The addresses of which its handler was told; of a service there is one. */
  private final BitSet told = new BitSet();

  /** When {@link #again} is to be run; {@link #NEVER} if not. */
  long wakeAt = NEVER;

  Runnable again = () -> {};

  /** How often it could not be taken further yet. */
  int pauses;

  /** Whether its service has it; then nobody knows what becomes of it but the gateway. */
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
   * The message as which it is taken in.
   *
   * @param left how many nanoseconds it has yet
   */
  Submission submission(Direction flow, String service, String operation, long left) {
    Emission what = emission();
    return new Submission(
        flow,
        service,
        operation,
        what.action(),
        what.envelope(),
        what.properties().merge(said(flow, service, operation), List.of()),
        Set.of(),
        what.orchestration(),
        Optional.of(Duration.ofNanos(left)));
  }

  /** What its handlers, and those of its answer, find said of it as a container would. */
  Map<String, Object> said(Direction flow, String service, String operation) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put(SoapProperties.FLOW, flow.toString());
    said.put(SoapProperties.SERVER_SIDE, endpoint().isEmpty());
    said.put(SoapProperties.EMISSION, id().toString());
    put(said, SoapProperties.SERVICE, service);
    put(said, SoapProperties.OPERATION, operation);
    boolean isAnswer = endpoint().isPresent() && flow != Direction.OUT;
    put(said, SoapProperties.SOAP_ACTION, isAnswer ? "" : emission().action());
    return said;
  }

  private static void put(Map<String, Object> said, String name, String text) {
    if (!text.isEmpty()) {
      said.put(name, text);
    }
  }

  /** Whether nothing has been told of any address. */
  boolean isUntold() {
    return told.isEmpty();
  }

  boolean isTold(int address) {
    return told.get(address);
  }

  /** It is told of {@code address}; whether nothing is left to tell. */
  boolean tell(int address) {
    told.set(address);
    return told.cardinality() == addresses();
  }

  /** It goes on with {@code what} at {@code at}. */
  void pause(long at, Runnable what) {
    wakeAt = at;
    again = what;
  }

  /** What it goes on with now. */
  Runnable wake() {
    wakeAt = NEVER;
    return again;
  }
}
