package org.dharch.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The effects of one decision of a node's state, in the order of execution: handlers that may end
 * or start do not wait for a transport that is slow to accept a reply.
 */
final class NodeEffects {
  private static final List<Class<? extends NodeEffect>> ORDER =
      List.of(
          NodeEffect.Interrupt.class,
          NodeEffect.Replace.class,
          NodeEffect.HandOver.class,
          NodeEffect.Begin.class,
          NodeEffect.Announce.class,
          NodeEffect.Answer.class,
          NodeEffect.Emit.class,
          NodeEffect.Settle.class,
          NodeEffect.Forward.class,
          NodeEffect.GoOn.class);
  private static final Comparator<NodeEffect> BY_ORDER =
      Comparator.comparingInt(effect -> ORDER.indexOf(effect.getClass()));

  private final List<NodeEffect> wanted = new ArrayList<>(4);
  private List<TaskRun> settled = List.of();
  private boolean announced;

  void add(NodeEffect effect) {
    wanted.add(effect);
  }

  /** Once is enough, whatever it is for. */
  void announce() {
    if (!announced) {
      announced = true;
      wanted.add(new NodeEffect.Announce());
    }
  }

  /** {@code task} needs no answer; all such tasks are settled together. */
  void settle(TaskRun task) {
    if (settled.isEmpty()) {
      settled = new ArrayList<>(1);
      wanted.add(new NodeEffect.Settle(settled));
    }
    settled.add(task);
  }

  /** All of it, in the order in which it is to be done. */
  List<NodeEffect> inOrder() {
    wanted.sort(BY_ORDER);
    return wanted;
  }
}
