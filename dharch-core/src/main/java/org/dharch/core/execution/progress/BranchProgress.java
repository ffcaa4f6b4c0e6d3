package org.dharch.core.execution.progress;

import java.util.List;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.orchestration.Stage;

/**
 * The progress of one branch of the current stage.
 *
 * @param position the number of its current stage, from 0; the number of its stages at its end
 * @param version the branch's message
 */
public record BranchProgress(int position, MessageVersion version) {
  /**
   * Checks recorded progress of branches against the latest of the stages {@code begun}.
   *
   * @throws IllegalArgumentException if it does not fit
   */
  static void check(List<Stage> begun, List<BranchProgress> were) {
    Stage latest = begun.isEmpty() ? null : begun.get(begun.size() - 1);
    int branches = latest == null ? 0 : latest.branches().size();
    boolean fit = were.isEmpty() || were.size() == branches;
    for (int i = 0; i < were.size() && fit; i++) {
      fit = were.get(i).position() <= latest.branches().get(i).parts().size();
    }
    if (!fit) {
      throw new IllegalArgumentException(were.size() + " branches of a stage of " + branches);
    }
  }
}
