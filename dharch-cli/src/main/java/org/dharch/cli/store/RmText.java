package org.dharch.cli.store;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.cli.base.Times;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;

/** Formats sequences as text. */
final class RmText {
  private static final int MOST_RANGES = 8;
  private static final Pattern ADDRESS = Pattern.compile("Address[^>]*>\\s*([^<]*[^<\\s])");

  private RmText() {}

  /** The identifier on the wire. */
  static String name(RmSequence sequence) {
    return sequence instanceof SourceSequence source
        ? source.id().map(SequenceId::value).orElse("")
        : sequence.key();
  }

  static String role(RmSequence sequence) {
    return sequence instanceof SinkSequence ? "sink" : "source";
  }

  static String state(RmSequence sequence) {
    return sequence instanceof SinkSequence sink
        ? sink.state().name()
        : ((SourceSequence) sequence).state().name();
  }

  /**
   * The message numbers: acknowledged, or received and kept for delivery.
   *
   * @param givenUp the number of kept ones that are not retried
   */
  static String numbers(RmSequence sequence, int givenUp) {
    if (sequence instanceof SourceSequence source) {
      return source.numbers().acknowledged().size()
          + " of "
          + source.numbers().taken()
          + " acknowledged";
    }
    SinkSequence sink = (SinkSequence) sequence;
    int waiting = sink.counts().held() + sink.counts().serving() - givenUp;
    return sink.received().size()
        + " received"
        + (waiting == 0 ? "" : ", " + waiting + " not delivered")
        + (givenUp == 0 ? "" : ", " + givenUp + " given up");
  }

  /** The address of the sequence's endpoint, or the name of the service. */
  static String address(RmSequence sequence) {
    String endpoint = sequence.terms().fetchedBy().orElse(sequence.terms().endpoint());
    Matcher address = ADDRESS.matcher(endpoint);
    return address.find() ? address.group(1) : endpoint;
  }

  /** The reason of a failure, or the missing messages. */
  static String remark(RmSequence sequence) {
    if (sequence instanceof SourceSequence source) {
      return source.reason();
    }
    Ranges gaps = ((SinkSequence) sequence).received().gaps();
    return gaps.isEmpty() ? "" : "lacks " + ranges(gaps);
  }

  /** Abbreviated if there are many. */
  static String ranges(Ranges ranges) {
    if (ranges.isEmpty()) {
      return "-";
    }
    if (ranges.count() <= MOST_RANGES) {
      return ranges.toString();
    }
    Ranges first = Ranges.EMPTY;
    for (int r = 0; r < MOST_RANGES; r++) {
      first = first.addAll(Ranges.of(ranges.lower(r), ranges.upper(r)));
    }
    return first + ",… (" + ranges.count() + " ranges)";
  }

  static String when(long millis) {
    return millis == RmMessage.NEVER || millis == 0
        ? "-"
        : Times.shown(Instant.ofEpochMilli(millis));
  }
}
