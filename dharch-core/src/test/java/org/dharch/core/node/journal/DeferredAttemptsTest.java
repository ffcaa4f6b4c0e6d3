package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

class DeferredAttemptsTest {
  private final DeferredAttempts attempts = new DeferredAttempts();

  private static AttemptKey key(int attempt) {
    return new AttemptKey(new MessageId(0, 1), 1, 0, attempt, "h", Task.Purpose.PERFORM);
  }

  @Test
  void theLastOneIsKeptAndItsOwnNameIsNoEarlierOne() {
    assertEquals(Optional.empty(), attempts.add(key(2)));
    assertEquals(Optional.empty(), attempts.add(key(2)));
    assertEquals(Optional.of(key(2)), attempts.add(key(3)));
    assertEquals(Optional.of(key(1)), attempts.add(key(1)), "a late one need not be kept itself");
    assertEquals(Optional.of(key(3)), attempts.after(key(2)));
    assertEquals(Optional.empty(), attempts.after(key(3)));
    assertEquals(Optional.empty(), attempts.before(key(3)));
    assertEquals(Optional.empty(), attempts.before(key(2)));
    assertEquals(Optional.of(key(3)), attempts.before(key(4)));
    assertEquals(1, attempts.last.size());
    attempts.remove(key(2));
    assertEquals(1, attempts.last.size());
    attempts.remove(key(3));
    assertEquals(0, attempts.last.size());
  }
}
