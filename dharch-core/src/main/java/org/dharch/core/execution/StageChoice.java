package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Stage;

/**
 * Which stage comes next, where that depends on the message.
 *
 * @param route of its own: it goes on to that stage
 */
record StageChoice(StageCursor route, byte[] envelope, MessageProperties properties, Limits limits)
    implements Computation {
  /** The tree that an XPath walks takes so much longer to make than a merge of the same bytes. */
  private static final int WEIGHT = 8;

  /**
   * What came of it.
   *
   * @param next empty if no stage is left, or there is a fault
   * @param fault why nobody can say
   */
  record Result(StageCursor route, Optional<Stage> next, Optional<Fault> fault)
      implements ComputationResult {}

  @Override
  public long load() {
    return (long) WEIGHT * envelope.length;
  }

  @Override
  public Result compute() {
    try {
      Optional<Stage> next = route.next(() -> new MessageView(envelope, properties, limits));
      return new Result(route, next, Optional.empty());
    } catch (MalformedMessageException e) {
      Fault fault = new Fault(Fault.Code.MALFORMED, "", e.getMessage());
      return new Result(route, Optional.empty(), Optional.of(fault));
    }
  }
}
