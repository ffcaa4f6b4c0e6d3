package org.dharch.ws.rm;

import java.util.List;

/**
 * The result of one event.
 *
 * @param sequence the new state
 * @param actions the actions, in order
 */
public record RmStep<S>(S sequence, List<RmAction> actions) {

  /** Returns the actions of one kind. */
  public <A extends RmAction> List<A> actions(Class<A> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
