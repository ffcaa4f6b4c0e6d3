package org.dharch.core.node;

import java.util.List;
import org.dharch.core.spi.BorrowedThread;

/**
 * What a node's state wants done. It is decided under the engine's lock and carried out after that
 * was let go of: workers, threads and transports may call straight back in.
 */
sealed interface NodeEffect {

  /** Tell the task's thread that its time is over. */
  record Interrupt(TaskRun task) implements NodeEffect {}

  /** Add a worker for the one that the task does not give back. */
  record Replace(TaskRun task) implements NodeEffect {}

  /** Have another thread do the duty of a lent one that stays away. */
  record HandOver(BorrowedThread.Lender lender) implements NodeEffect {}

  /** Run the task on a worker; an idle one is there. */
  record Begin(TaskRun task) implements NodeEffect {}

  /** Tell the managers how the node is now. */
  record Announce() implements NodeEffect {}

  /** Send the results of these tasks, all of one task batch. */
  record Answer(List<TaskRun> tasks) implements NodeEffect {}

  /** Merge what the stage in hand changed, and go on with the one ahead. */
  record GoOn(BatchRun run) implements NodeEffect {}

  /** Pass on what the stage in hand made of the message, to the nodes of the one ahead. */
  record Forward(BatchRun run) implements NodeEffect {}

  /** Send what this task, whose result nobody waits for, emits. */
  record Emit(TaskRun task) implements NodeEffect {}

  /** These tasks need no answer: their task batches may be done now. */
  record Settle(List<TaskRun> tasks) implements NodeEffect {}
}
