package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.node.journal.JournalProbe;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.junit.jupiter.api.Test;

/** The same attempt more than once. */
final class HandlerNodeDuplicateTest {
  private final NodeBench bench = new NodeBench();

  @Test
  void inFlightItIsIgnoredAndDoneWithTheFirst() {
    bench.host("a", 4, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(1, "a");
    assertEquals(1, bench.workers.begun.size());
    assertEquals(List.of(), bench.done);
    bench.workers.finishAll();
    assertEquals(1, bench.performed.size());
    assertEquals(1, bench.channel.replies.size());
    assertEquals(List.of(1L, 1L), bench.doneIds());
  }

  @Test
  void manyInFlightAreBounded() {
    bench.host("a", 4, NOTHING).start();
    for (int i = 0; i < 100; i++) {
      bench.offer(1, "a");
    }
    assertEquals(83, bench.done.size(), "all but the first and sixteen that wait for it");
    bench.workers.finishAll();
    assertEquals(100, bench.done.size());
    assertEquals(1, bench.performed.size());
  }

  @Test
  void answeredRecentlyItIsAnsweredAgainAndNotPerformedAgain() {
    bench.host("a", 1, m -> Changes.builder().property("n", 7).build()).start();
    bench.offer(1, "a");
    bench.workers.finishAll();
    bench.offer(1, "a");
    assertEquals(1, bench.performed.size());
    assertEquals(2, bench.channel.results().size());
    assertEquals(7, bench.channel.results().get(1).changes().properties().get("n"));
    assertEquals(List.of(1L, 1L), bench.doneIds());
  }

  @Test
  void aOnewayIsNotPerformedTwiceEither() {
    bench.host("log", 1, NOTHING).start();
    bench.offer(batch(1, task(0, "log", 1, true)));
    bench.workers.finishAll();
    bench.offer(batch(1, task(0, "log", 1, true)));
    assertEquals(List.of(), bench.workers.begun);
    assertEquals(List.of(1L, 1L), bench.doneIds());
    assertEquals(0, bench.channel.replies.size());
  }

  @Test
  void aTimedOutAttemptIsAnsweredAgainWhileItStillRuns() {
    bench.host("a", 4, NOTHING).start();
    bench.offer(1, "a");
    bench.pass(Duration.ofSeconds(3));
    bench.offer(1, "a");
    assertEquals(1, bench.workers.begun.size());
    assertEquals(Status.TIMED_OUT, bench.channel.results().get(1).status());
  }

  @Test
  void anotherAttemptOrIndexIsNotTheSame() {
    bench.host("a", 4, NOTHING).start();
    bench.offer(batch(1, task(0, "a", 1, false)));
    bench.offer(batch(1, task(0, "a", 2, false)));
    bench.offer(batch(1, task(1, "a", 1, false)));
    assertEquals(3, bench.workers.begun.size());
  }

  /**
   * Fault B1: a handler was answered with what another one had done, or its compensator, under the
   * same number in another life of the manager.
   */
  @Test
  void anotherHandlerPurposeOrLifeIsNotTheSame() {
    bench.host("a", 4, NOTHING).host("b", 4, NOTHING).start();
    bench.offer(batch(1, task(0, "a")));
    bench.workers.finishAll();
    bench.offer(batch(1, task(0, "b")));
    bench.offer(batch(1, stateful(0, "a", Task.Purpose.COMPENSATE)));
    TaskBatch same = batch(1, task(0, "a"));
    bench.offer(
        new TaskBatch(
            same.id(),
            same.incarnation() + 1,
            same.replyTo(),
            same.tasks(),
            List.of(),
            Optional.empty(),
            new TaskBatch.Timing(0, same.timing().transfer(), same.timing().remaining()),
            same.content()));
    assertEquals(List.of("b", "a", "a"), bench.workers.names());
    bench.workers.finishAll();
    assertEquals(4, bench.performed.size());
  }

  @Test
  void partOfATaskBatchCanBeKnown() {
    bench.host("a", 1, NOTHING).host("b", 1, NOTHING).host("c", 1, NOTHING).start();
    bench.offer(batch(1, task(0, "a")));
    bench.workers.finishAll();
    bench.offer(batch(1, task(1, "b")));
    bench.offer(batch(1, task(0, "a"), task(1, "b"), task(2, "c")));
    assertEquals(List.of("b", "c"), bench.workers.names());
    assertEquals(2, bench.channel.results().size());
    bench.workers.finishFirst();
    assertEquals(List.of(1L, 1L), bench.doneIds());
    bench.workers.finishFirst();
    assertEquals(List.of(1L, 1L, 1L), bench.doneIds());
    assertEquals(
        List.of(0, 0, 1, 2), bench.channel.results().stream().map(r -> r.index()).toList());
  }

  private static Task stateful(int index, String handler, Task.Purpose purpose) {
    Duration time = Duration.ofSeconds(5);
    return new Task(index, handler, 1, false, time, time, true, false, purpose, 0);
  }

  /** Its manager has given it up, and much else ends before a copy of the task batch comes. */
  @Test
  void whatWasNotBegunInItsTimeIsNotBegunLater() {
    NodeProbe.recent(bench.builder, 1, 1000);
    bench.host("book", 1, NOTHING).host("quick", 1, NOTHING).start();
    Task book = stateful(0, "book", Task.Purpose.PERFORM);
    bench.offer(batch(1, book));
    bench.offer(batch(2, book));
    bench.pass(Duration.ofMillis(5_001));
    bench.workers.finishAll();
    assertEquals(0, bench.performed.size(), "the second had no turn in its time");
    for (int id = 3; id < 6; id++) {
      bench.offer(batch(id, task(0, "quick")));
      bench.workers.finishAll();
    }
    bench.offer(batch(2, book));
    bench.workers.finishAll();
    assertEquals(3, bench.performed.size());
    List<Status> output = bench.channel.results().stream().map(r -> r.status()).toList();
    assertEquals(Status.NOT_STARTED, output.get(output.size() - 1));
  }

  /** The same where there was no place to remember it. */
  @Test
  void whatWasRefusedByAFullMemoryIsNotBegunLater() {
    NodeProbe.recent(bench.builder, 1, 1000);
    ExecutionJournal journal =
        JournalProbe.journal(1, () -> bench.clock.nanos() / 1_000_000, Optional.empty());
    bench.builder.journal(journal);
    bench.host("book", 1, NOTHING).host("quick", 1, NOTHING).start();
    Task book = stateful(0, "book", Task.Purpose.PERFORM);
    bench.offer(batch(1, book));
    bench.offer(batch(2, book));
    bench.workers.finishAll();
    JournalProbe.forget(journal, AttemptKey.of(batch(1, book), book));
    bench.offer(batch(3, task(0, "quick")));
    bench.workers.finishAll();
    bench.offer(batch(2, book));
    bench.workers.finishAll();
    assertEquals(2, bench.performed.size());
    List<Status> output = bench.channel.results().stream().map(r -> r.status()).toList();
    assertEquals(
        List.of(Status.REFUSED, Status.PERFORMED, Status.PERFORMED, Status.REFUSED), output);
  }

  @Test
  void callbackIsSentOnceDespiteManyOtherEnds() {
    NodeProbe.recent(bench.builder, 1, 1000);
    bench.host("book", 1, NOTHING).host("quick", 1, NOTHING).start();
    Task told = stateful(7, "book", Task.Purpose.NOTIFY_COMPLETED);
    bench.offer(batch(1, told));
    bench.workers.finishAll();
    for (int id = 2; id < 5; id++) {
      bench.offer(batch(id, task(0, "quick")));
      bench.workers.finishAll();
    }
    bench.offer(batch(1, told));
    assertEquals(List.of(), bench.workers.begun);
    assertEquals(List.of(1L, 2L, 3L, 4L, 1L), bench.doneIds());
  }

  /** What is told takes no place among what was done, and what is done none among that. */
  @Test
  void noticesAndResultsAreRememberedApart() {
    NodeProbe.recent(bench.builder, 1, 1000);
    bench.host("book", 1, NOTHING).host("quick", 1, NOTHING).start();
    bench.offer(batch(1, task(0, "quick")));
    bench.workers.finishAll();
    bench.offer(batch(2, stateful(7, "book", Task.Purpose.NOTIFY_COMPLETED)));
    bench.workers.finishAll();
    bench.offer(batch(1, task(0, "quick")));
    assertEquals(List.of(), bench.workers.begun, "its result is still known");
    bench.offer(batch(3, task(0, "quick")));
    bench.workers.finishAll();
    bench.offer(batch(1, task(0, "quick")));
    assertEquals(1, bench.workers.begun.size(), "of one result there is room");
    bench.workers.finishAll();
  }

  /** Fault B3: its manager has given it up, and a copy of the task batch comes late. */
  @Test
  void aStatefulAttemptThatWasRefusedNeverPerforms() {
    bench.builder.inboxTasks(10);
    bench.host("book", 1, NOTHING).start();
    Task book = stateful(0, "book", Task.Purpose.PERFORM);
    Task[] tooMany = new Task[20];
    for (int i = 0; i < tooMany.length; i++) {
      tooMany[i] = i == 0 ? book : task(i, "book");
    }
    bench.offer(batch(1, tooMany));
    assertEquals(Status.REFUSED, bench.channel.results().get(0).status());
    int before = bench.channel.results().size();
    bench.offer(batch(1, book));
    assertEquals(Status.REFUSED, bench.channel.results().get(before).status());
  }

  @Test
  void memoryIsBoundedByCountAndBytes() {
    AttemptLog.RecentResults recent = new AttemptLog.RecentResults(3, 2000);
    for (int i = 0; i < 10; i++) {
      recent.put(key(i), resultOf(100));
    }
    assertEquals(3, recent.results.size());
    assertEquals(true, recent.get(key(9)).isPresent());
    assertEquals(false, recent.get(key(6)).isPresent());
    recent.put(key(10), resultOf(1700));
    assertEquals(1, recent.results.size());
    recent.put(key(11), resultOf(5000));
    assertEquals(1, recent.results.size(), "the newest is always kept");
    recent.put(key(11), resultOf(10));
    assertEquals(resultOf(10).size(), recent.bytes);
  }

  private static AttemptKey key(int i) {
    return new AttemptKey(
        new org.dharch.api.MessageId(0, i),
        1,
        0,
        1,
        "h",
        org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static HandlerResult resultOf(int bytes) {
    return HandlerResult.of(
        0, 1, Status.PERFORMED, "", 0, 0, Changes.builder().addHeader(new byte[bytes]).build());
  }
}
