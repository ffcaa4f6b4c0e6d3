package org.dharch.core.node;

/**
 * Runs a node's handlers: threads in production, a simulation or a stepping test elsewhere. Each
 * started task must return through {@link NodeEngine#perform} or {@link NodeActions#finish}.
 */
interface Workers {
  /** Starts {@code task} on an idle worker, or in an extra slot. Never blocks. */
  void begin(TaskRun task);

  /** Interrupts the worker, because the task's time is over. */
  void interrupt(TaskRun task);

  /** Adds a worker for the one that {@code task} does not give back. */
  void replace(TaskRun task);

  /** Ends the idle workers. */
  void close();
}
