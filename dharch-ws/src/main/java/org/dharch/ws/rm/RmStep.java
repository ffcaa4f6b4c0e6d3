package org.dharch.ws.rm;

import java.util.List;

/**
 * What came of one event.
 *
 * @param sequence the sequence now
 * @param actions what is to be done, in this order
 */
public record RmStep<S>(S sequence, List<RmAction> actions) {

  /** Those of one kind. */
  public <A extends RmAction> List<A> actions(Class<A> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
