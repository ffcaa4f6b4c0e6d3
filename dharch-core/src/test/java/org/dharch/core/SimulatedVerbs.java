package org.dharch.core;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;

/**
 * What the simulation's handlers say of one orchestration's messages besides their marks. It
 * follows from message, handler and attempt alone, so that {@link Rules} know it whatever life of a
 * manager or a node it was said in. One that may perform several times for one message never
 * answers, since its attempts are not told apart.
 */
final class SimulatedVerbs {
  /** What one attempt says of its message. */
  enum Verb {
    GO_ON,
    /** It answers, or accepts it; whether or not it may. */
    ANSWER,
    DEFERRED
  }

  /** Empty: everything goes on. */
  private final Optional<Long> salt;

  private final boolean isRequest;
  private final Set<String> answering = new HashSet<>();
  private final Set<String> repeated = new HashSet<>();
  private final Set<String> all = new HashSet<>();

  /**
   * @param isRequest whether its messages are requests: others are answered by nobody who may
   */
  SimulatedVerbs(Optional<Long> salt, Sequence body, boolean isRequest) {
    this.salt = salt;
    this.isRequest = isRequest;
    Constructs.eachStage(body, stage -> stage.handlers().forEach(this::note));
    noteRepeated(body);
  }

  private void note(HandlerEntry entry) {
    if (entry.oneway()) {
      return;
    }
    all.add(entry.name());
    if (entry.mayRespond() && isRequest) {
      answering.add(entry.name());
    }
  }

  private void noteRepeated(Construct construct) {
    if (construct instanceof Repeat repeat) {
      Constructs.eachStage(
          repeat.body(), stage -> stage.handlers().forEach(entry -> repeated.add(entry.name())));
    } else if (construct instanceof Sequence sequence) {
      sequence.parts().forEach(this::noteRepeated);
      sequence.faults().forEach(fault -> noteRepeated(fault.body()));
    } else if (construct instanceof Choose choose) {
      choose.whens().forEach(when -> noteRepeated(when.body()));
      noteRepeated(choose.otherwise());
    }
  }

  /** What this attempt says, if it does not throw. */
  Verb of(MessageId message, String handler, int attempt) {
    if (salt.isEmpty()) {
      return Verb.GO_ON;
    }
    int dice = dice(message, handler, attempt);
    boolean compensates = handler.startsWith("U");
    if (dice % 12 == 0 && (compensates || all.contains(handler))) {
      return Verb.DEFERRED;
    } else if (compensates || !all.contains(handler) || repeated.contains(handler)) {
      return Verb.GO_ON;
    }
    return dice / 12 % (answering.contains(handler) ? 3 : 40) == 0 ? Verb.ANSWER : Verb.GO_ON;
  }

  private int dice(MessageId message, String handler, int attempt) {
    long mixed = Objects.hash(message, handler, attempt) * 0x9e3779b97f4a7c15L + salt.orElse(0L);
    mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8feb86659fd93L;
    return (int) ((mixed ^ (mixed >>> 32)) & 0xffffff);
  }

  /** Whether this attempt answers its message; if it does not throw. */
  boolean answers(MessageId message, String handler, int attempt) {
    return of(message, handler, attempt) == Verb.ANSWER;
  }

  /**
   * Whether it may perform several times for one message, so that its attempts are not told apart.
   */
  boolean isRepeated(String handler) {
    return repeated.contains(handler);
  }

  /** Whether a handler may answer. */
  boolean mayRespond(String handler) {
    return answering.contains(handler);
  }

  /** The answer of an attempt; of every third it is only that the message was accepted. */
  static Optional<byte[]> answer(String handler, int attempt) {
    boolean accepts = (handler.charAt(1) + attempt) % 3 == 0;
    return accepts
        ? Optional.empty()
        : Optional.of(
            Utf8.bytes(EnvelopeText.SOAP11.of("<a by='" + handler + "." + attempt + "'/>")));
  }

  /** The result of an attempt that answers. */
  static Changes answering(String handler, int attempt) {
    Changes.Builder changes = Changes.builder().property(Marks.property(handler), attempt);
    answer(handler, attempt).ifPresentOrElse(changes::respond, changes::accept);
    return changes.build();
  }

  /** The result of an attempt that wants its message later. */
  static Changes defer(int attempt) {
    return Changes.builder().defer(Duration.ofMillis(1 + attempt * 37L % 80)).build();
  }
}
