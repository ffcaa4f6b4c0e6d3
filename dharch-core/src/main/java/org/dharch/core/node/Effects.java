package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;

/** What the engine decided under its lock and does after it let go of it. */
final class Effects {
  final List<TaskRun> begin = new ArrayList<>(4);
  final List<TaskRun> interrupt = new ArrayList<>(0);
  final List<TaskRun> replace = new ArrayList<>(0);
  final List<Runnable> handOver = new ArrayList<>(0);

  /** Results to send; all of one list are of one work. */
  final List<List<TaskRun>> replies = new ArrayList<>(1);

  /** Tasks that need no reply. */
  final List<TaskRun> silent = new ArrayList<>(0);

  boolean announce;
}
