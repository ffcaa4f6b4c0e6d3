package org.dharch.core.flow;

import java.util.Objects;
import org.dharch.core.orchestration.rule.MessageMatch;

/**
 * Assigns a priority to messages.
 *
 * @param level from 0, the least, to 9, the most urgent
 * @param match the matching messages
 */
public record PriorityRule(int level, MessageMatch match) {
  public PriorityRule {
    Objects.requireNonNull(match, "match");
    if (level < 0 || level > 9) {
      throw new IllegalArgumentException("level must be 0 to 9 (got " + level + ")");
    }
  }
}
