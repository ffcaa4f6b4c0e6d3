package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.core.node.failure.StackText;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;

/** What a result says of where its handler failed. */
final class StackTextTest {
  private final NodeBench bench = new NodeBench();

  private HandlerResult failing(DHHandler handler) {
    bench.host("bad", 1, handler).start();
    bench.offer(1, "bad");
    bench.workers.finishAll();
    return bench.channel.results().get(0);
  }

  private static Changes checkCard() {
    try {
      throw new IllegalArgumentException("12 digits");
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("card number too short", e);
    }
  }

  @Test
  void aFailureSaysWhereItWasAndItsCauseToo() {
    String trace = failing(message -> checkCard()).trace();
    List<String> lines = trace.lines().collect(Collectors.toList());
    assertEquals("java.lang.IllegalStateException: card number too short", lines.get(0));
    assertTrue(lines.get(1).startsWith("    at " + StackTextTest.class.getName() + ".checkCard("));
    assertTrue(lines.contains("Caused by: java.lang.IllegalArgumentException: 12 digits"), trace);
    assertFalse(trace.contains("HandlerCall"), "what called the handler is of no use: " + trace);
  }

  @Test
  void whatPerformsHasNone() {
    assertEquals("", failing(message -> Changes.NONE).trace());
  }

  @Test
  void aTraceIsBoundedWhateverTheException() {
    String many = StackText.of(assertThrows(IllegalStateException.class, () -> deep(0)));
    assertEquals(1 + 24 + 1, many.lines().count(), many);
    String trace = failing(message -> causes(message.toString(), 7)).trace();
    assertTrue(trace.length() <= HandlerResult.MAX_TRACE, () -> "" + trace.length());
    assertTrue(trace.endsWith("...\n") && trace.length() > 3500, trace);
  }

  private static Changes causes(String text, int left) {
    try {
      return left == 0 ? deep(0) : causes(text, left - 1);
    } catch (IllegalStateException e) {
      throw new IllegalStateException("x".repeat(100_000), e);
    }
  }

  private static Changes deep(int n) {
    return n == 1000 ? fail() : Changes.builder().addAll(deep(n + 1)).build();
  }

  private static Changes fail() {
    throw new IllegalStateException("x".repeat(100_000));
  }

  @Test
  void causesThatGoInACircleComeToAnEnd() {
    IllegalStateException one = new IllegalStateException("one");
    IllegalStateException two = new IllegalStateException("two", one);
    one.initCause(two);
    String trace = StackText.of(one);
    assertEquals(2, trace.lines().filter(line -> line.contains("IllegalState")).count(), trace);
  }

  @Test
  void anExceptionThatThrowsWhenItIsAskedStillHasATrace() {
    class Odd extends RuntimeException {
      private static final long serialVersionUID = 1L;

      @Override
      public String getMessage() {
        throw new UnsupportedOperationException();
      }

      @Override
      public synchronized Throwable getCause() {
        throw new UnsupportedOperationException();
      }

      @Override
      public StackTraceElement[] getStackTrace() {
        throw new UnsupportedOperationException();
      }
    }
    HandlerResult result =
        failing(
            message -> {
              throw new Odd();
            });
    assertEquals(Status.FAILED, result.status());
    assertTrue(result.trace().contains("its message cannot be read"), result.trace());
  }
}
