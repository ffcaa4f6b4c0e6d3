package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.node.journal.JournalProbe;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stateful handlers of a node whose memory is a file, and what is done when it cannot be written.
 */
final class HandlerExecutionJournalTest {
  private static final long MIN_REWRITE = 64 << 20;
  private static final long MAX = 1 << 30;

  @TempDir Path folder;
  private final NodeBench bench = new NodeBench();

  private ExecutionJournal host(long minRewrite, long max) {
    ExecutionJournal journal =
        JournalProbe.open(folder.resolve("journal"), minRewrite, max, System::currentTimeMillis);
    bench.builder.journal(journal);
    bench.host("book", 1, NOTHING).start();
    return journal;
  }

  private HandlerResult offer(long id, int attempt) {
    Duration time = Duration.ofSeconds(5);
    Task stateful =
        new Task(0, "book", attempt, false, time, time, true, false, Task.Purpose.PERFORM, 0);
    bench.offer(batch(id, stateful));
    bench.workers.finishAll();
    List<HandlerResult> results = bench.channel.results();
    return results.get(results.size() - 1);
  }

  /** As a process that is stopped after its node has begun a task, and goes on much later. */
  @Test
  void whatWasGivenUpWhileTheProcessStoodStillIsNotBegun() {
    host(MIN_REWRITE, MAX);
    Duration time = Duration.ofSeconds(5);
    bench.offer(
        batch(1, new Task(0, "book", 1, false, time, time, true, false, Task.Purpose.PERFORM, 0)));
    bench.clock.advance(time);
    bench.workers.finishAll();
    HandlerResult result = bench.channel.results().get(0);
    assertEquals(Status.NOT_STARTED, result.status());
    assertEquals("its timeToFinish was over before it was begun", result.reason());
    assertEquals(time.toNanos(), result.queueNanos());
    assertEquals(0, bench.performed.size());
  }

  @Test
  void handlerReceivesItsRemainingTime() {
    host(MIN_REWRITE, MAX);
    assertEquals(Status.PERFORMED, offer(1, 1).status());
    assertEquals(Duration.ofSeconds(5), bench.performed.get(0).timeLeft());
    bench.clock.advance(Duration.ofSeconds(4));
    assertEquals(Duration.ofSeconds(1), bench.performed.get(0).timeLeft());
    bench.clock.advance(Duration.ofSeconds(4));
    assertEquals(Duration.ZERO, bench.performed.get(0).timeLeft());
  }

  /** Its manager comes back when the node has long forgotten it, and was started again. */
  @Test
  void whatMayHaveBeenForgottenIsNotPerformedAgain() {
    AtomicLong millis = new AtomicLong();
    Path file = folder.resolve("journal");
    try (ExecutionJournal journal = JournalProbe.open(file, MIN_REWRITE, MAX, millis::get)) {
      bench.builder.journal(journal);
      bench.host("book", 1, NOTHING).start();
      assertEquals(Status.PERFORMED, offer(1, 1).status());
      millis.addAndGet(1_000_000);
      assertEquals(Status.PERFORMED, offer(2, 1).status());
      assertTrue(bench.node.status().taken() > 1);
    }
    NodeBench next = new NodeBench();
    try (ExecutionJournal journal = JournalProbe.open(file, MIN_REWRITE, MAX, millis::get)) {
      next.builder.journal(journal);
      next.host("book", 1, NOTHING).start();
      Duration time = Duration.ofSeconds(5);
      Task asked = new Task(0, "book", 1, false, time, time, true, false, Task.Purpose.PERFORM, 0);
      next.offer(batch(1, asked));
      next.workers.finishAll();
      assertEquals(Status.UNKNOWN, next.channel.results().get(0).status());
      assertEquals(List.of(), next.performed);
    }
  }

  @Test
  void whatCannotBeWrittenDownIsNotBegun() {
    ExecutionJournal journal = host(MIN_REWRITE, MAX);
    assertEquals(Status.PERFORMED, offer(1, 1).status());
    journal.close(); // from here on writing is an IOException
    HandlerResult result = offer(2, 1);
    assertEquals(Status.NOT_STARTED, result.status());
    assertTrue(result.reason().contains("cannot write execution journal"), result.reason());
    assertEquals(result, offer(2, 1), "asked for again it is answered the same");
    assertEquals(1, bench.performed.size());
  }

  /** On a full disk each attempt meets it; a log that fills the same disk helps nobody. */
  @Test
  @Tag("log")
  void thatItCannotBeWrittenDownIsSaidOnceInTenSeconds() {
    host(MIN_REWRITE, MAX).close();
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int id = 1; id <= 20; id++) {
        assertEquals(Status.NOT_STARTED, offer(id, 1).status());
      }
      bench.clock.advance(Duration.ofSeconds(10));
      assertEquals(Status.NOT_STARTED, offer(21, 1).status());
    } finally {
      System.setErr(before);
    }
    List<String> output =
        log.toString(StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.contains("Failed to journal the start of handler book"))
            .toList();
    assertEquals(2, output.size(), output.toString());
    assertTrue(output.get(1).endsWith("(and 19 like this before)"), output.get(1));
  }

  @Test
  void whenTheFileIsFullNothingIsBegun() {
    host(10, 300);
    int performed = 0;
    HandlerResult result = offer(1, 1);
    for (int id = 2; result.status() == Status.PERFORMED; id++) {
      performed++;
      result = offer(id, 1);
    }
    assertTrue(performed > 0);
    assertEquals(Status.NOT_STARTED, result.status());
    assertTrue(result.reason().contains("must not exceed 300 bytes"), result.reason());
    assertEquals(performed, bench.performed.size());
    assertEquals(Status.NOT_STARTED, offer(1000, 1).status());
  }
}
