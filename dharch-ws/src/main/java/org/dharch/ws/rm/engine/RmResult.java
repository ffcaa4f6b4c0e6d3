package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.rm.RmAction;

/**
 * What came of something that was brought to a {@link RmEngine}, and is in the store.
 *
 * @param directives what is to be done, in this order
 */
public record RmResult(List<RmDirective> directives) {
  static final RmResult NOTHING = new RmResult(List.of());

  /** What is to be said to who brought it; empty if it is nobody who waits for that. */
  public Optional<RmDirective> answer() {
    return directives.stream()
        .filter(directive -> directive.action() instanceof RmAction.Answer)
        .findFirst();
  }

  /** What is to be sent of its own accord. */
  public List<RmDirective> emissions() {
    return of(RmAction.Emit.class);
  }

  /** What is to be counted. */
  public List<RmDirective> told() {
    return of(RmAction.Tell.class);
  }

  private List<RmDirective> of(Class<? extends RmAction> kind) {
    return directives.stream().filter(directive -> kind.isInstance(directive.action())).toList();
  }

  RmResult and(RmResult other) {
    List<RmDirective> all = new ArrayList<>(directives);
    all.addAll(other.directives);
    return new RmResult(List.copyOf(all));
  }
}
