package org.dharch.core.planner;

/**
 * The results of the paper's equations for an orchestration, in milliseconds: the longest path of
 * choices, all rounds of repetitions.
 *
 * @param container everything in the container, in sequence: equation 3
 * @param remote every handler remote, in sequence, and the service: equations 1 and 2
 * @param stages the stages, each as long as its longest W, and the service: equation 4
 * @param speculative the same, if one node hosts all handlers and runs speculative stages where
 *     allowed: only the first stage of each such run pays the round trip
 * @param forwarded the same, if each handler has another node and nodes forward the message where
 *     allowed: each such run pays one way more than it has stages
 * @param slowest the longest W of all, which bounds the rate
 */
public record Prediction(
    double container,
    double remote,
    double stages,
    double speculative,
    double forwarded,
    double slowest) {
  private static final double LEAST_SAVED = 0.2;
  private static final double LEAST_SHARE = 0.05;

  /** Equation 5. */
  public double speedUp() {
    return stages == 0 ? 1 : container / stages;
  }

  /**
   * Whether speculative execution is worth one node for all: more than 0.2 ms or 5 % of the stages'
   * time.
   */
  public boolean speculationPays() {
    return isWorth(stages - speculative);
  }

  /** Whether forwarding between nodes is worthwhile, by the same bounds. */
  public boolean forwardingPays() {
    return isWorth(stages - forwarded);
  }

  private boolean isWorth(double saved) {
    return isWorth(saved, stages);
  }

  static boolean isWorth(double saved, double stages) {
    return saved > Math.min(LEAST_SAVED, LEAST_SHARE * stages);
  }

  /**
   * The time of many messages through the handlers in sequence: equation 6, with the slowest
   * handler's W if handlers are not equal.
   */
  public double pipelinedSequence(int messages) {
    return remote + (messages - 1) * slowest;
  }

  /**
   * The time of many messages through the stages: equation 6 with one handler in each stage,
   * equation 7 with all in one stage, if handlers are equal.
   */
  public double pipelinedStages(int messages) {
    return stages + (messages - 1) * slowest;
  }
}
