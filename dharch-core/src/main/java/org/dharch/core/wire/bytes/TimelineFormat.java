package org.dharch.core.wire.bytes;

import java.util.List;
import org.dharch.api.MessageId;
import org.dharch.core.message.Timeline;

/**
 * A timeline on disk, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field          type                                       bound
 *  id             id, under which it was executed
 *  orchestration  text                                       {@link StoredText}, as all texts
 *  selected, ended, merge   int64 int64 int64, nanoseconds
 *  attempts       list of:                                   maxAttempts, 10,000: the first ones
 *    stage        int32
 *    handler      text
 *    node         text
 *    number       int32
 *    sent, received, queue, run   int64 int64 int64 int64, nanoseconds
 *    result       text
 *  notes          list of text                               maxNotes, 1000: the first ones
 * </pre>
 */
public final class TimelineFormat {
  private static final WireBound ATTEMPTS = new WireBound("maxAttempts", 10_000);
  private static final WireBound NOTES = new WireBound("maxNotes", 1000);

  private TimelineFormat() {}

  /** Writes {@code timeline}, as much of it as is kept. */
  public static void write(WireWriter out, Timeline timeline) {
    out.id(timeline.id());
    StoredText.write(out, "orchestration", timeline.orchestration());
    out.int64(timeline.selectedNanos()).int64(timeline.endedNanos()).int64(timeline.mergeNanos());
    out.list("attempts", first(timeline.attempts(), ATTEMPTS), ATTEMPTS, TimelineFormat::write);
    out.list(
        "notes", first(timeline.notes(), NOTES), NOTES, (o, n) -> StoredText.write(o, "note", n));
  }

  private static void write(WireWriter out, Timeline.Attempt attempt) {
    out.int32(attempt.stage());
    StoredText.write(out, "handler", attempt.handler());
    StoredText.write(out, "node", attempt.node());
    out.int32(attempt.number()).int64(attempt.sentNanos()).int64(attempt.receivedNanos());
    out.int64(attempt.queueNanos()).int64(attempt.runNanos());
    StoredText.write(out, "result", attempt.result());
  }

  private static <T> List<T> first(List<T> all, WireBound bound) {
    return all.size() <= bound.most() ? all : all.subList(0, bound.most());
  }

  /** Reads the next timeline. */
  public static Timeline read(WireReader in) {
    MessageId id = in.id("id");
    String orchestration = StoredText.read(in, "orchestration");
    long selected = in.int64("selected");
    long ended = in.int64("ended");
    long merge = in.int64("merge");
    List<Timeline.Attempt> attempts = in.list("attempts", ATTEMPTS, TimelineFormat::attempt);
    List<String> notes = in.list("notes", NOTES, r -> StoredText.read(r, "note"));
    return new Timeline(id, orchestration, selected, ended, attempts, merge, notes);
  }

  private static Timeline.Attempt attempt(WireReader in) {
    return new Timeline.Attempt(
        in.int32("stage"),
        StoredText.read(in, "handler"),
        StoredText.read(in, "node"),
        in.int32("number"),
        in.int64("sent"),
        in.int64("received"),
        in.int64("queue"),
        in.int64("run"),
        StoredText.read(in, "result"),
        -1);
  }
}
