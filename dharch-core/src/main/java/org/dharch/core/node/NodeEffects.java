package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.spi.BorrowedThread;

/**
 * The effects of one decision of a node's state. Decided under the engine's lock and carried out
 * after its release, because workers, threads and transports may call back at once. Handlers that
 * may end or start do not wait for a transport that is slow to accept a reply.
 */
final class NodeEffects {
  /** Carries out effects. */
  interface Executor {
    /** Interrupts the task's thread, because its time is over. */
    void interrupt(TaskRun task);

    /** Adds a worker for the one that the task does not give back. */
    void replace(TaskRun task);

    /** Hands the duties of a borrowed thread that does not return to another thread. */
    void handOver(BorrowedThread.Lender lender);

    /** Runs the task on an idle worker. */
    void begin(TaskRun task);

    /** Announces the node's state to the managers. */
    void announce();

    /**
     * Sends the results of these tasks, all of one task batch.
     *
     * @param mayWait whether a transport that does not accept replies may block this thread
     */
    void answer(List<TaskRun> tasks, boolean mayWait);

    /** Sends the emissions of a task whose result is not awaited. */
    void emit(TaskRun task);

    /** Settles tasks that need no reply; their task batches may be done now. */
    void settle(List<TaskRun> tasks);

    /** Forwards the message, as the current stage changed it, to the nodes of the next stage. */
    void forward(BatchRun run);

    /** Merges the results of the current stage and continues with the speculative one. */
    void startNextStage(BatchRun run);
  }

  private List<TaskRun> interrupts = List.of();
  private List<TaskRun> replacements = List.of();
  private List<BorrowedThread.Lender> handOvers = List.of();
  private List<TaskRun> begins = List.of();
  private boolean announces;
  private List<List<TaskRun>> answers = List.of();
  private List<TaskRun> emits = List.of();
  private List<TaskRun> settled = List.of();
  private List<BatchRun> forwards = List.of();
  private List<BatchRun> nextStages = List.of();

  void interrupt(TaskRun task) {
    interrupts = with(interrupts, task);
  }

  void replace(TaskRun task) {
    replacements = with(replacements, task);
  }

  void handOver(BorrowedThread.Lender lender) {
    handOvers = with(handOvers, lender);
  }

  void begin(TaskRun task) {
    begins = with(begins, task);
  }

  void announce() {
    announces = true;
  }

  void answer(List<TaskRun> tasks) {
    answers = with(answers, tasks);
  }

  void emit(TaskRun task) {
    emits = with(emits, task);
  }

  void settle(TaskRun task) {
    settled = with(settled, task);
  }

  void forward(BatchRun run) {
    forwards = with(forwards, run);
  }

  void startNextStage(BatchRun run) {
    nextStages = with(nextStages, run);
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> result = list.isEmpty() ? new ArrayList<>(2) : list;
    result.add(more);
    return result;
  }

  void carryOut(Executor executor, boolean mayWait) {
    interrupts.forEach(executor::interrupt);
    replacements.forEach(executor::replace);
    handOvers.forEach(executor::handOver);
    begins.forEach(executor::begin);
    if (announces) {
      executor.announce();
    }
    answers.forEach(tasks -> executor.answer(tasks, mayWait));
    emits.forEach(executor::emit);
    if (!settled.isEmpty()) {
      executor.settle(settled);
    }
    forwards.forEach(executor::forward);
    nextStages.forEach(executor::startNextStage);
  }
}
