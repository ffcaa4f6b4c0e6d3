package org.dharch.core.node;

import java.util.List;
import org.dharch.core.spi.BorrowedThread;

/**
 * An effect of a node's decision. Decided under the engine's lock and carried out after its
 * release: workers, threads and transports may call back at once.
 */
sealed interface NodeEffect {

  /** Interrupt the task's thread, because its time is over. */
  record Interrupt(TaskRun task) implements NodeEffect {}

  /** Add a worker for the one that the task does not give back. */
  record Replace(TaskRun task) implements NodeEffect {}

  /** Have another thread do the duty of a lent one that stays away. */
  record HandOver(BorrowedThread.Lender lender) implements NodeEffect {}

  /** Run the task on a worker; an idle one is there. */
  record Begin(TaskRun task) implements NodeEffect {}

  /** Announce the node's state to the managers. */
  record Announce() implements NodeEffect {}

  /** Send the results of these tasks, all of one task batch. */
  record Answer(List<TaskRun> tasks) implements NodeEffect {}

  /** Merge the results of the current stage and continue with the speculative one. */
  record GoOn(BatchRun run) implements NodeEffect {}

  /** Pass on what the stage in hand made of the message, to the nodes of the one ahead. */
  record Forward(BatchRun run) implements NodeEffect {}

  /** Send the emissions of a task whose result is not awaited. */
  record Emit(TaskRun task) implements NodeEffect {}

  /** These tasks need no answer: their task batches may be done now. */
  record Settle(List<TaskRun> tasks) implements NodeEffect {}
}
