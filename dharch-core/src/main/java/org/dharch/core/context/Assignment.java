package org.dharch.core.context;

import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Policy;

/** The orchestration and the policy that one message follows. */
public record Assignment(Orchestration orchestration, Policy policy) {
  /** For a message that has no handlers and only waits for a slot. */
  public static final Assignment NONE = new Assignment(Orchestration.NONE, Policy.NONE);
}
