package org.dharch.test;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * Records the tasks sent to nodes for one message and their replies; attempts beyond {@value #MOST}
 * are dropped. Thread-safe.
 */
final class Trail {
  private static final int MOST = 10_000;

  private record Sent(TaskBatch batch, Task task, Optional<byte[]> given) {
    boolean isAnsweredBy(HandlerResult result) {
      return task.index() == result.index() && task.attempt() == result.attempt();
    }
  }

  private final List<Sent> open = new ArrayList<>(); // guarded by this
  private final List<HandlerAttempt> attempts = new ArrayList<>(); // guarded by this

  synchronized void sent(TaskBatch batch) {
    batch.tasks().forEach(task -> add(new Sent(batch, task, Optional.of(batch.envelope()))));
    batch
        .prefetched()
        .forEach(stage -> stage.forEach(task -> add(new Sent(batch, task, Optional.empty()))));
  }

  private void add(Sent sent) {
    if (open.size() + attempts.size() < MOST) {
      open.add(sent);
    }
  }

  /** Removes a batch that was not accepted. */
  synchronized void withdraw(TaskBatch batch) {
    open.removeIf(sent -> sent.batch().equals(batch));
  }

  synchronized void answered(String node, HandlerResult result) {
    for (Iterator<Sent> all = open.iterator(); all.hasNext(); ) {
      Sent sent = all.next();
      if (sent.isAnsweredBy(result)) {
        all.remove();
        attempts.add(HandlerAttempt.of(node, sent.task(), result, sent.given()));
        return;
      }
    }
  }

  synchronized List<HandlerAttempt> attempts() {
    return List.copyOf(attempts);
  }
}
