package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Part;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;

/** Handlers that do what they should not. */
final class HandlerNodeFailureTest {
  private final NodeBench bench = new NodeBench();

  private HandlerResult resultOf(DHHandler handler) {
    bench.host("bad", 1, handler).host("good", 1, NOTHING).start();
    bench.offer(1, "bad");
    bench.workers.finishAll();
    bench.offer(2, "good");
    bench.workers.finishAll();
    assertEquals(Status.PERFORMED, bench.channel.results().get(1).status(), "the node goes on");
    return bench.channel.results().get(0);
  }

  @Test
  void anErrorIsTheHandlersOwn() {
    HandlerResult result =
        resultOf(
            message -> {
              throw new NoClassDefFoundError("org/example/Missing");
            });
    assertEquals(Status.FAILED, result.status());
    assertTrue(result.reason().endsWith(": org/example/Missing"), result.reason());
  }

  @Test
  void aStackOverflowIsTheHandlersOwn() {
    HandlerResult result = resultOf(message -> deep(message.id().low()));
    assertEquals("java.lang.StackOverflowError", result.reason());
  }

  private static Changes deep(long n) {
    return n == -1 ? Changes.NONE : Changes.builder().addAll(deep(n + 1)).build();
  }

  @Test
  void nullIsNoAnswer() {
    HandlerResult result = resultOf(message -> null);
    assertEquals(Status.FAILED, result.status());
    assertEquals("the handler must return Changes.NONE for no change (got null)", result.reason());
  }

  @Test
  void aReasonIsOneShortLine() {
    HandlerResult result =
        resultOf(
            message -> {
              throw new IllegalStateException("one\r\ntwo\u0000" + "x".repeat(10_000));
            });
    assertTrue(
        result.reason().startsWith("java.lang.IllegalStateException: one  two x"), result.reason());
    assertEquals(500, result.reason().length());
  }

  @Test
  void anExceptionThatCannotSayWhyIsStillAReason() {
    HandlerResult result =
        resultOf(
            message -> {
              throw new IllegalStateException() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                  throw new UnsupportedOperationException();
                }
              };
            });
    assertTrue(result.reason().contains("its message cannot be read"), result.reason());
  }

  @Test
  void changesWithANullInsideAreAFailure() {
    HandlerResult result =
        resultOf(message -> Changes.builder().replace(Part.body(), null).build());
    assertEquals(Status.FAILED, result.status());
  }

  @Test
  void dharchsOwnPropertyNamesCannotBeSet() {
    HandlerResult result =
        resultOf(message -> Changes.builder().property("dharch.processed", "0\tx").build());
    assertEquals(Status.FAILED, result.status());
    assertEquals(
        "the handler set property 'dharch.processed', which is reserved for DHArch",
        result.reason());
  }

  /** Examined: its manager waited for the reply until every time was over. */
  @Test
  void aReplyForWhichNoMemoryIsLeftSaysThatItFailed() {
    int[] tries = {0};
    bench.channel.onReply =
        () -> {
          if (tries[0]++ == 0) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    bench.host("large", 1, NOTHING).start();
    bench.offer(1, "large");
    bench.workers.finishAll();
    HandlerResult result = bench.channel.onlyResult();
    assertEquals(Status.FAILED, result.status());
    assertEquals("java.lang.OutOfMemoryError: Java heap space", result.reason());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void whereNoMemoryIsLeftAtAllTheTaskIsSettledAllTheSame() {
    bench.channel.onReply =
        () -> {
          throw new OutOfMemoryError("Java heap space");
        };
    bench.host("large", 1, NOTHING).start();
    bench.offer(1, "large");
    bench.workers.finishAll();
    assertEquals(List.of(), bench.channel.results());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void aReplyPastTheLimitFailsAloneWithTheFigureAndTheBound() {
    byte[] huge = new byte[50 << 20];
    bench
        .host("good", 1, m -> Changes.builder().property("ok", true).build())
        .host("huge", 1, m -> Changes.builder().replace(Part.body(), huge).build())
        .start();
    bench.offer(1, "good", "huge");
    bench.workers.finishAll();
    assertEquals(Status.PERFORMED, bench.channel.results().get(0).status());
    HandlerResult result = bench.channel.results().get(1);
    assertEquals(Status.FAILED, result.status());
    assertTrue(
        result.reason().matches("the handler's result=524\\d{5} > maxPayloadBytes=16777216"),
        result.reason());
  }

  @Test
  void resultsThatFitOnlyAloneLeaveAlone() {
    byte[] large = new byte[10 << 20];
    DHHandler handler = m -> Changes.builder().replace(Part.body(), large).build();
    bench.host("a", 1, handler).host("b", 1, handler).start();
    bench.offer(1, "a", "b");
    bench.workers.finishAll();
    assertEquals(2, bench.channel.replies.size());
    assertEquals(Status.PERFORMED, bench.channel.results().get(0).status());
    assertEquals(Status.PERFORMED, bench.channel.results().get(1).status());
  }

  @Test
  void aPropertyPastTheLimitFailsWithTheFigureAndTheBound() {
    HandlerResult result =
        resultOf(message -> Changes.builder().property("p", "x".repeat(70_000)).build());
    assertEquals(Status.FAILED, result.status());
    assertEquals("property 'p'=70001 > maxPropertyBytes=65536", result.reason());
  }
}
