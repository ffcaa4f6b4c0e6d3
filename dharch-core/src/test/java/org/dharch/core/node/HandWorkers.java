package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;

/** Workers that run nothing until told to. */
final class HandWorkers implements Workers {
  final NodeEngine engine;
  final List<TaskRun> begun = new ArrayList<>();
  final List<TaskRun> interrupted = new ArrayList<>();
  int replaced;
  boolean closed;

  HandWorkers(NodeEngine engine) {
    this.engine = engine;
  }

  @Override
  public void begin(TaskRun task) {
    begun.add(task);
  }

  @Override
  public void interrupt(TaskRun task) {
    interrupted.add(task);
  }

  @Override
  public void replace(TaskRun task) {
    replaced++;
  }

  @Override
  public void close() {
    closed = true;
  }

  List<String> names() {
    return begun.stream().map(t -> t.task.handler()).toList();
  }

  /** Runs the task that was begun first; what its worker takes next counts as begun too. */
  void finishFirst() {
    finish(begun.get(0));
  }

  void finish(TaskRun task) {
    if (!begun.remove(task)) {
      throw new AssertionError("not begun: " + task.task);
    }
    TaskRun next = engine.perform(task);
    if (next != null) {
      begun.add(next);
    }
  }

  void finishAll() {
    while (!begun.isEmpty()) {
      finishFirst();
    }
  }
}
