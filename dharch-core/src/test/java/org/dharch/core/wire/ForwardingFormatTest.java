package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.wire.ForwardingRoute.Branch;
import org.junit.jupiter.api.Test;

/** What goes from node to node, as bytes and back. */
class ForwardingFormatTest {
  private static final NodeId N1 = new NodeId("n1", "1");
  private static final NodeId N2 = new NodeId("n2", "1-m");
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);
  private static final BranchFormat BRANCHES = new BranchFormat(Limits.DEFAULT);

  private static Task task(int index, String handler) {
    return Task.stateless(index, handler, 1, false, Duration.ofSeconds(5), Duration.ofSeconds(3));
  }

  private static TaskBatch batch(Task first, List<List<Task>> prefetched, ForwardingRoute route) {
    return new TaskBatch(
        new MessageId(3, 4),
        5,
        "manager",
        List.of(first),
        prefetched,
        Optional.of(route),
        new TaskBatch.Timing(6, Duration.ofSeconds(2), Duration.ofSeconds(30)),
        new MessageContent(
            new byte[] {'<', 'e', '/', '>'},
            MessageProperties.empty().with("p", 7L),
            Set.of(new HeaderRef(new QName("urn:x", "h"), 0))));
  }

  private static TaskBatch forwarded(Optional<NodeId> from) {
    return batch(
        task(0, "A"),
        List.of(List.of(task(2, "B"), task(3, "C")), List.of(task(4, "D"))),
        new ForwardingRoute(
            from,
            List.of(new Branch(0, 1), new Branch(1, 1)),
            List.of(List.of(N2, N1), List.of(N2))));
  }

  private static DMFormat carried(DMFormat message) {
    return CODEC.decode(CODEC.encode(message));
  }

  private static void assertSame(TaskBatch expected, TaskBatch is) {
    assertEquals(expected.tasks(), is.tasks());
    assertEquals(expected.prefetched(), is.prefetched());
    assertEquals(expected.route(), is.route());
    assertEquals(expected.properties(), is.properties());
    assertEquals(expected.processed(), is.processed());
    assertArrayEquals(expected.envelope(), is.envelope());
  }

  @Test
  void roundTrips() {
    for (Optional<NodeId> from : List.of(Optional.<NodeId>empty(), Optional.of(N1))) {
      assertSame(forwarded(from), FORMAT.taskBatch(carried(FORMAT.encode(forwarded(from)))));
    }
  }

  @Test
  void theLastStageHasNothingAhead() {
    TaskBatch last =
        batch(
            task(0, "A"),
            List.of(),
            new ForwardingRoute(Optional.of(N1), List.of(new Branch(0, 1)), List.of()));
    assertSame(last, FORMAT.taskBatch(carried(FORMAT.encode(last))));
  }

  @Test
  void branchRoundTrips() {
    HandlerResult result =
        HandlerResult.of(
            1,
            1,
            HandlerResult.Status.PERFORMED,
            "",
            1,
            2,
            Changes.builder().property("q", "r").build());
    TaskBatch next =
        batch(
            task(2, "C"),
            List.of(List.of(task(3, "D"))),
            new ForwardingRoute(Optional.of(N1), List.of(new Branch(2, 1)), List.of(List.of(N2))));
    List<Branch> stage = List.of(new Branch(0, 1), new Branch(1, 1));
    DMFormat written =
        carried(BRANCHES.encode(new BranchForward(next, stage, List.of(result), true)));
    assertEquals(FrameKind.BRANCH, written.kind());
    BranchForward read = BRANCHES.read(written);
    assertSame(next, read.next());
    assertEquals(stage, read.branches());
    assertEquals(result.changes().properties(), read.results().get(0).changes().properties());
    assertTrue(stage.get(1).isOf(read.results().get(0)));
    assertTrue(read.carries());
  }

  @Test
  void forwardedTasksMustBeStateless() {
    Task stateful =
        new Task(
            0,
            "A",
            1,
            false,
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            true,
            false,
            Task.Purpose.PERFORM,
            0);
    ForwardingRoute whole =
        new ForwardingRoute(Optional.empty(), List.of(new Branch(0, 1)), List.of());
    FORMAT.taskBatch(carried(FORMAT.encode(batch(stateful, List.of(), whole))));
    DMFormat forwarded = FORMAT.encode(batch(stateful, List.of(), whole.from(N1)));
    assertThrows(MalformedMessageException.class, () -> FORMAT.taskBatch(carried(forwarded)));
  }

  @Test
  void placesMustFitTheTasks() {
    ForwardingRoute few =
        new ForwardingRoute(
            Optional.empty(), List.of(new Branch(0, 1)), List.of(List.of(N1), List.of(N2)));
    DMFormat forward =
        FORMAT.encode(
            batch(
                task(0, "A"),
                List.of(List.of(task(1, "B"), task(2, "C")), List.of(task(3, "D"))),
                few));
    assertThrows(MalformedMessageException.class, () -> FORMAT.taskBatch(carried(forward)));
  }

  @Test
  void aTaskIsOfItsStage() {
    ForwardingRoute other =
        new ForwardingRoute(Optional.empty(), List.of(new Branch(9, 1)), List.of());
    DMFormat forward = FORMAT.encode(batch(task(0, "A"), List.of(), other));
    assertThrows(MalformedMessageException.class, () -> FORMAT.taskBatch(carried(forward)));
  }

  @Test
  void aReplySaysOnWhatMessageItsResultsWereDone() {
    HandlerResult plain =
        HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 1, 2, Changes.NONE);
    HandlerResult forwarded =
        HandlerResult.of(1, 1, HandlerResult.Status.PERFORMED, "", 1, 2, Changes.NONE).on(-17);
    Reply reply = new Reply(new MessageId(3, 4), 5, N1, List.of(plain, forwarded));
    assertEquals(reply, FORMAT.reply(carried(FORMAT.encode(reply))));
  }
}
