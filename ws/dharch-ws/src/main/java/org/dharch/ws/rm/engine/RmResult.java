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

  /** The answer to the caller, if there is one. */
  public Optional<RmDirective> answer() {
    return directives.stream()
        .filter(directive -> directive.action() instanceof RmAction.Answer)
        .findFirst();
  }

  /** The messages to send independently. */
  public List<RmDirective> emissions() {
    return filter(RmAction.Emission.class);
  }

  /** The observations for counters. */
  public List<RmDirective> observations() {
    return filter(RmAction.Observation.class);
  }

  private List<RmDirective> filter(Class<? extends RmAction> kind) {
    return directives.isEmpty()
        ? directives
        : directives.stream().filter(directive -> kind.isInstance(directive.action())).toList();
  }

  RmResult plus(RmResult other) {
    List<RmDirective> all = new ArrayList<>(directives);
    all.addAll(other.directives);
    return new RmResult(List.copyOf(all));
  }
}
