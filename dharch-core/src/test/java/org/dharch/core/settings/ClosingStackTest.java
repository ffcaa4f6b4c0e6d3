package org.dharch.core.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingStackTest {
  private final List<String> closed = new ArrayList<>();
  private final ClosingStack stack = new ClosingStack();

  private void add(String name) {
    stack.add(() -> closed.add(name));
  }

  private <X extends Throwable> X addFailing(String name, X failure) {
    stack.add(
        () -> {
          closed.add(name);
          if (failure instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) failure;
        });
    return failure;
  }

  @Test
  void closesInReverseOrderOnce() {
    add("a");
    add("b");
    add("c");
    stack.close();
    stack.close();
    assertEquals(List.of("c", "b", "a"), closed);
  }

  @Test
  void failureDoesNotPreventOtherCloses() {
    RuntimeException last = addFailing("a", new IllegalArgumentException("a"));
    add("b");
    Error second = addFailing("c", new AssertionError("c"));
    RuntimeException first = addFailing("d", new IllegalStateException("d"));
    assertSame(first, assertThrows(IllegalStateException.class, stack::close));
    assertArrayEquals(new Throwable[] {second, last}, first.getSuppressed());
    assertEquals(List.of("d", "c", "b", "a"), closed);
    stack.close();
    assertEquals(4, closed.size());
  }

  @Test
  void failureOfCleanupIsSuppressed() {
    RuntimeException closing = addFailing("a", new IllegalArgumentException("a"));
    add("b");
    RuntimeException cause = new IllegalStateException("it could not start");
    stack.closeAfter(cause);
    assertArrayEquals(new Throwable[] {closing}, cause.getSuppressed());
    assertEquals(List.of("b", "a"), closed);
  }
}
