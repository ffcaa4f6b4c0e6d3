package org.dharch.core.execution.stage;

import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.xpath.EvaluationBudget;

/**
 * Chooses the next stage by the message.
 *
 * @param route the cursor before the choice; not changed
 */
public record StageChoice(
    StageCursor route, byte[] envelope, MessageProperties properties, Limits limits)
    implements Computation {
  /** Building the tree for an XPath takes this many times longer than a merge of the same bytes. */
  private static final int WEIGHT = 8;

  /**
   * The chosen stage.
   *
   * @param route the cursor after the choice
   * @param next empty if no stage is left, or after a fault
   * @param fault why the choice is impossible
   */
  public record Result(StageCursor route, Optional<Stage> next, Optional<Fault> fault)
      implements ComputationResult {}

  @Override
  public long load() {
    return (long) WEIGHT * envelope.length;
  }

  /** The cost of an XPath is known only afterwards, so the first attempt has a small budget. */
  @Override
  public Optional<ComputationResult> computeAtOnce() {
    try {
      return Optional.of(compute(new EvaluationBudget(EvaluationBudget.AT_ONCE)));
    } catch (EvaluationBudget.ExceededException e) {
      return Optional.empty();
    }
  }

  @Override
  public Result compute() {
    try {
      return compute(EvaluationBudget.most(envelope.length));
    } catch (EvaluationBudget.ExceededException e) {
      return unknown(e);
    }
  }

  private Result compute(EvaluationBudget budget) {
    StageCursor way = route.copy();
    try {
      Optional<Stage> next =
          way.next(budget, () -> new MessageView(envelope, properties, limits, budget));
      return new Result(way, next, Optional.empty());
    } catch (EvaluationBudget.ExceededException e) {
      throw e;
    } catch (MalformedMessageException e) {
      return unknown(e);
    }
  }

  private Result unknown(MalformedMessageException why) {
    Fault fault = new Fault(Fault.Code.MALFORMED, "", why.getMessage());
    return new Result(route, Optional.empty(), Optional.of(fault));
  }
}
