package org.dharch.core.recovery;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.junit.jupiter.api.Test;

class PendingCompensationsTest {
  private static final StoredMessage MESSAGE =
      new StoredMessage(
              new StoreKey(new MessageId(1, 1), 1),
              "o",
              "",
              Submission.of(Direction.IN, "S", "<e/>".getBytes(StandardCharsets.UTF_8)),
              Optional.empty(),
              Optional.empty())
          .so(new byte[] {1});

  private final MessageStore memory = new MemoryStore(StoreLimits.DEFAULT);
  private final PendingCompensations pendingCompensations =
      new PendingCompensations(
          new StoreContext(
              slow(),
              new ProgressFormat(Limits.DEFAULT),
              new Counters(System::nanoTime),
              System::nanoTime,
              () -> {}),
          key -> {});
  private Thread person =
      new Thread(() -> pendingCompensations.resolve(() -> memory.resolve(MESSAGE.key())));

  /** One in which a person settles the message just when it is about to be written. */
  private MessageStore slow() {
    return (MessageStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {MessageStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("unresolved") && person.getState() == Thread.State.NEW) {
                person.start();
                soon()
                    .until(
                        () ->
                            person.getState() == Thread.State.BLOCKED
                                || person.getState() == Thread.State.TERMINATED);
              }
              return method.invoke(memory, arguments);
            });
  }

  /** A try that ends in vain at that moment does not bring it back. */
  @Test
  void whatIsSettledStaysSo() throws Exception {
    memory.unresolved(MESSAGE);
    pendingCompensations.ended(MESSAGE, MESSAGE.progress());
    pendingCompensations.flush();
    person.join(10_000);
    assertEquals(List.of(), List.copyOf(memory.keys(StoreState.UNRESOLVED)));
  }
}
