package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.speculativeBatch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.core.spi.FormHandler;
import org.junit.jupiter.api.Test;

/** Which task a worker takes next, because of the parsed messages that handlers leave. */
class ParsedMessageSharingTest {
  /** Accepts or rejects each changed envelope. */
  private record Said(String what, boolean follows) implements FormHandler.Form {
    @Override
    public boolean becomes(byte[] envelope, Set<HeaderRef> processed) {
      return follows;
    }
  }

  private static final long SIZE = 10;

  private final List<String> seen = new ArrayList<>();

  private FormHandler handler(String name) {
    return new FormHandler() {
      @Override
      public Changes handle(HandlerMessage message, Forms others) {
        Said form = others.take(Said.class).orElseGet(() -> new Said("made by " + name, true));
        seen.add(message.id().low() + name + " " + form.what());
        others.leave(form, Changes.NONE);
        return Changes.NONE;
      }

      @Override
      public Changes handle(HandlerMessage message) {
        throw new AssertionError("a node gives it forms");
      }
    };
  }

  private NodeBench bench(int workers) {
    NodeBench bench = new NodeBench();
    bench.builder.workers(workers).handler("A", 4, handler("A")).handler("B", 4, handler("B"));
    return bench.start();
  }

  @Test
  void handlersOfOneMessageShareAFormAndTwoMessagesNone() {
    NodeBench bench = bench(1);
    bench.offer(1, "A", "B");
    bench.offer(2, "A", "B");
    bench.workers.finishAll();
    assertEquals(List.of("1A made by A", "1B made by A", "2A made by A", "2B made by A"), seen);
  }

  @Test
  void workerContinuesWithParsedMessage() {
    NodeBench bench = bench(1);
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.offer(2, "A");
    bench.workers.finishFirst();
    assertEquals(List.of("B"), bench.workers.names(), "though the other message waits longer");
    bench.workers.finishAll();
    assertEquals(List.of("1A made by A", "1B made by A", "2A made by A"), seen);
  }

  @Test
  void othersLeaveItToThatWorkerForAWhile() {
    NodeBench bench = bench(2);
    bench.offer(1, "A");
    bench.offer(2, "A", "B");
    bench.offer(3, "A", "B");
    bench.offer(4, "A", "B");
    TaskRun first = bench.workers.begun.get(0);
    TaskRun second = bench.workers.begun.get(1);
    assertTrue(
        second.run.forms.here(SIZE, false).take(Said.class).isEmpty(), "so it makes its own");
    bench.workers.finish(first);
    assertEquals(3, bench.workers.begun.get(1).key.id().low(), "B of 2 waits for its worker");
    bench.clock.advance(Duration.ofMillis(6));
    bench.workers.finish(bench.workers.begun.get(1));
    assertEquals("B", bench.workers.names().get(1));
    assertEquals(3, bench.workers.begun.get(1).key.id().low(), "of which there is a form");
    bench.workers.finish(bench.workers.begun.get(1));
    assertEquals(2, bench.workers.begun.get(1).key.id().low(), "it has waited for long enough");
    bench.workers.finishAll();
    assertEquals(7, seen.size());
  }
}
