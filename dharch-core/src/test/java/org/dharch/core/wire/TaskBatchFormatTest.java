package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;

/** A reply over bytes, as between two JVMs. */
final class TaskBatchFormatTest {
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  private static DMFormat overBytes(Part part) {
    Changes changes =
        Changes.builder().replace(part, "<new/>".getBytes(StandardCharsets.UTF_8)).build();
    HandlerResult result =
        HandlerResult.of(2, 1, HandlerResult.Status.PERFORMED, "", 3, 4, changes);
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(result));
    return CODEC.decode(CODEC.encode(FORMAT.encode(reply)));
  }

  @Test
  void everyKindOfPartArrives() {
    List<Part> parts =
        List.of(
            Part.body(),
            Part.header(new QName("urn:h", "h"), 3),
            Part.element(List.of(new Part.Step(new QName("urn:b", "b"), 1))),
            Part.attributes(Part.Owner.ENVELOPE),
            Part.attributes(Part.Owner.HEADER),
            Part.attributes(Part.Owner.BODY));
    for (Part part : parts) {
      Changes changes = FORMAT.reply(overBytes(part)).results().get(0).changes();
      assertEquals(List.of(part), List.copyOf(changes.replaced().keySet()));
      assertArrayEquals("<new/>".getBytes(StandardCharsets.UTF_8), changes.replaced().get(part));
    }
  }

  private static HandlerResult failed(int index, String trace) {
    return HandlerResult.of(index, 1, HandlerResult.Status.FAILED, "so", 3, 4, Changes.NONE)
        .traced(trace);
  }

  private static List<String> tracesOverBytes(TaskBatchFormat format, HandlerResult... results) {
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(results));
    DMFormat there = CODEC.decode(CODEC.encode(format.encode(reply)));
    return FORMAT.reply(there).results().stream().map(HandlerResult::trace).toList();
  }

  @Test
  void tracesArrive() {
    assertEquals(
        List.of("a\n    at b\n", "", "c\n"),
        tracesOverBytes(FORMAT, failed(0, "a\n    at b\n"), failed(1, ""), failed(7, "c\n")));
  }

  @Test
  void noResultIsLostForATraceThatCannotTravel() {
    HandlerResult[] many =
        IntStream.range(0, 40).mapToObj(i -> failed(i, "x")).toArray(HandlerResult[]::new);
    assertEquals(16, tracesOverBytes(FORMAT, many).stream().filter(t -> t.equals("x")).count());
    assertEquals(List.of(""), tracesOverBytes(FORMAT, failed(0, "\ud800")));
    TaskBatchFormat few = new TaskBatchFormat(new Limits(16 << 20, 1, 64 << 10, 256, 512, 256));
    assertEquals(List.of(""), tracesOverBytes(few, failed(0, "x")));
    TaskBatchFormat small = new TaskBatchFormat(new Limits(16 << 20, 256, 1000, 256, 512, 256));
    String longest = "x".repeat(HandlerResult.MAX_TRACE);
    assertEquals(List.of(""), tracesOverBytes(small, failed(0, longest)));
    assertThrows(IllegalArgumentException.class, () -> failed(0, longest + "x"));
  }

  @Test
  void anUnknownOwnerOfAttributesIsRefused() {
    DMFormat good = overBytes(Part.attributes(Part.Owner.BODY));
    byte[] payload = good.payload().clone();
    int at = new String(payload, StandardCharsets.ISO_8859_1).indexOf("BODY");
    payload[at + 1] = '0';
    DMFormat bad = DMFormat.of(good.id(), good.properties(), payload);
    assertThrows(MalformedMessageException.class, () -> FORMAT.reply(bad));
  }
}
