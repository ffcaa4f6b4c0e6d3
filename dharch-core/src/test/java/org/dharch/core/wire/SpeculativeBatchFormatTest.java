package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.junit.jupiter.api.Test;

/** A task batch with stages ahead, on the wire. */
class SpeculativeBatchFormatTest {
  private static final Duration TIME = Duration.ofSeconds(1);
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  private static Task task(int index) {
    return Task.stateless(index, "H" + index, 1, false, TIME, TIME);
  }

  private static TaskBatch batch(List<List<Task>> prefetched) {
    return new TaskBatch(
        new MessageId(1, 2),
        7,
        "m",
        List.of(task(0)),
        prefetched,
        Optional.empty(),
        new TaskBatch.Timing(5, TIME, TIME),
        MessageContent.of(new byte[] {'<'}));
  }

  private static DMFormat wired(TaskBatch batch) {
    return CODEC.decode(CODEC.encode(FORMAT.encode(batch)));
  }

  @Test
  void roundTrips() {
    List<List<Task>> prefetched = List.of(List.of(task(1), task(2)), List.of(task(3)));
    TaskBatch back = FORMAT.taskBatch(wired(batch(prefetched)));
    assertEquals(prefetched, back.prefetched());
    assertEquals(3, back.countSpeculative());
    assertEquals(List.of(task(0)), back.tasks());
  }

  @Test
  void isOfAKindOfItsOwnSoThatNoOlderNodeTakesItForOneStage() {
    assertEquals(
        Optional.of("speculative"),
        wired(batch(List.of(List.of(task(1))))).properties().get(WireProperties.KIND));
    assertEquals(
        Optional.of("work"), wired(batch(List.of())).properties().get(WireProperties.KIND));
  }

  @Test
  void statefulSpeculativeTaskIsRejected() {
    Task stateful = new Task(1, "S", 1, false, TIME, TIME, true, false, Task.Purpose.PERFORM, 0);
    Task oneway = Task.stateless(1, "O", 1, true, TIME, TIME);
    Task compensation =
        new Task(1, "U", 1, false, TIME, TIME, false, false, Task.Purpose.COMPENSATE, 0);
    for (Task each : List.of(stateful, oneway, compensation)) {
      DMFormat wired = wired(batch(List.of(List.of(each))));
      String output =
          assertThrows(MalformedMessageException.class, () -> FORMAT.taskBatch(wired)).getMessage();
      assertTrue(output.contains("speculative handler '" + each.handler() + "'"), output);
    }
  }

  @Test
  void noMoreStagesThanAreAllowed() {
    TaskBatch most = batch(Collections.nCopies(TaskBatchFormat.MAX_SPECULATIVE, List.of(task(1))));
    assertEquals(100, FORMAT.taskBatch(wired(most)).prefetched().size());
    TaskBatch more =
        batch(Collections.nCopies(TaskBatchFormat.MAX_SPECULATIVE + 1, List.of(task(1))));
    assertThrows(MalformedMessageException.class, () -> wired(more));
  }
}
