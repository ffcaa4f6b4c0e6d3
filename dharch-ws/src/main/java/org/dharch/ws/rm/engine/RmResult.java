package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.rm.RmAction;

/**
 * The committed result of a call of {@link RmEngine}.
 *
 * @param directives the actions to execute, in order
 */
public record RmResult(List<RmDirective> directives) {
  static final RmResult NOTHING = new RmResult(List.of());

  /** The answer to the caller; empty if there is none. */
  public Optional<RmDirective> answer() {
    return directives.stream()
        .filter(directive -> directive.action() instanceof RmAction.Answer)
        .findFirst();
  }

  /** The messages to send independently. */
  public List<RmDirective> emissions() {
    return of(RmAction.Emit.class);
  }

  /** The observations for counters. */
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
