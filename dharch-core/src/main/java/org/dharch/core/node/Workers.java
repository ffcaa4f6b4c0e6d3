package org.dharch.core.node;

/**
 * What runs a node's handlers: threads in production, a simulation or a test's hand elsewhere. Each
 * task that was begun must come back through {@link NodeEngine#perform} or {@link
 * NodeEngine#finished}.
 */
interface Workers {
  /** Begins {@code task}; an idle worker is there, or it runs beside them. Never blocks. */
  void begin(TaskRun task);

  /** Tells the worker that the task's time is over. */
  void interrupt(TaskRun task);

  /** Adds a worker for the one that {@code task} does not give back. */
  void replace(TaskRun task);

  /** Ends the idle workers. */
  void close();
}
