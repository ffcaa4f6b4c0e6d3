package org.dharch.ws.rm.store;

import java.util.Optional;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;

/** Sequences for tests of stores. */
final class Sequences {
  private Sequences() {}

  private static Terms terms(String endpoint, String createdBy) {
    return new Terms(
        RmVersion.RM_1_0,
        "wsa",
        "soap",
        endpoint,
        "acks",
        "urn:a:offered",
        new DeliveryAssurance(DeliveryAssurance.Kind.AT_MOST_ONCE, false),
        IncompleteSequenceBehavior.DISCARD_FOLLOWING_FIRST_GAP,
        12_345,
        createdBy);
  }

  static SinkSequence sink(String key) {
    return due(key, Long.MAX_VALUE);
  }

  static SinkSequence due(String key, long due) {
    return new SinkSequence(
        new SequenceId(key),
        terms("service", ""),
        SinkState.CREATED,
        Ranges.EMPTY,
        0,
        0,
        new SinkSequence.Counts(0, 0, 0),
        new RmSequence.Times(5, 6, due),
        7);
  }

  static SinkSequence everySinkField() {
    return new SinkSequence(
        new SequenceId("urn:a:sink"),
        terms("<EPR>ä</EPR>", "urn:a:create"),
        SinkState.CLOSED,
        Ranges.disjoint(1, 4, 7, 7, 9, 12),
        4,
        12,
        new SinkSequence.Counts(3, 2, 1),
        new RmSequence.Times(Long.MAX_VALUE, 1_234_567_890_123L, 78),
        77);
  }

  static SourceSequence source(String key, String endpoint) {
    return new SourceSequence(
        key,
        Optional.empty(),
        terms(endpoint, ""),
        false,
        SourceState.CREATING,
        new SourceSequence.Numbers(0, 0, Ranges.EMPTY, false),
        false,
        new SourceSequence.ControlMessage(0, 7),
        "",
        new RmSequence.Times(5, 6, Long.MAX_VALUE));
  }

  static SourceSequence everySourceField() {
    return new SourceSequence(
        "urn:a:source",
        Optional.of(new SequenceId("urn:a:name")),
        terms("", "urn:a:create"),
        true,
        SourceState.FAILED,
        new SourceSequence.Numbers(Long.MAX_VALUE, 17, Ranges.disjoint(2, 3), true),
        true,
        new SourceSequence.ControlMessage(9, 7),
        "it expired",
        new RmSequence.Times(5, 6, 8));
  }

  static SourceSequence taken(SourceSequence was, long taken) {
    return new SourceSequence(
        was.key(),
        was.id(),
        was.terms(),
        was.isOffered(),
        was.state(),
        new SourceSequence.Numbers(
            taken, was.numbers().last(), was.numbers().acknowledged(), was.numbers().isRetried()),
        was.isClosing(),
        was.control(),
        was.reason(),
        was.times());
  }
}
