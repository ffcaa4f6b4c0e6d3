package org.dharch.axis2;

import java.util.List;
import java.util.Optional;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.DispatchPhase;
import org.apache.axis2.engine.Handler;
import org.dharch.axis2.service.BeingDeployed;
import org.dharch.axis2.service.ProtocolActions;
import org.dharch.axis2.service.ProtocolDispatcher;
import org.dharch.core.message.DHArchException;

/**
 * What DHArch has in the phase in which Axis2 finds out what a message is for, behind Axis2's own
 * dispatchers: there for every service, and with nothing to do for those that the module is not
 * engaged on. Not by module.xml, for an axis2.xml may lack the phase.
 */
final class DispatchHandlers {
  private DispatchHandlers() {}

  private static List<Handler> ours() {
    return List.of(new ProtocolDispatcher(), new BeingDeployed(), new BackChannel());
  }

  /** Puts them there, once; nothing happens where there is no such phase. */
  static void install(AxisConfiguration configuration) {
    phase(configuration)
        .ifPresent(
            phase -> {
              for (Handler ours : ours()) {
                if (phase.getHandlers().stream().noneMatch(h -> isNamed(h, ours.getName()))) {
                  phase.addHandler(ours);
                }
              }
            });
  }

  /** Takes them away again. */
  static void remove(AxisConfiguration configuration) {
    phase(configuration)
        .ifPresent(
            phase -> {
              for (Handler each : List.copyOf(phase.getHandlers())) {
                if (ours().stream().anyMatch(ours -> isNamed(each, ours.getName()))) {
                  phase.removeHandler(each.getHandlerDesc());
                }
              }
            });
  }

  /**
   * Sees that messages with {@code actions} can be found a service's handlers for.
   *
   * @throws DHArchException naming the phase, if there is none for that
   */
  static void check(ProtocolActions actions, AxisConfiguration configuration) {
    if (!actions.isEmpty() && phase(configuration).isEmpty()) {
      throw new DHArchException(
          ProtocolActions.PARAMETER
              + " needs Axis2's dispatch phase, which axis2.xml lacks: <phase name=\"Dispatch\""
              + " class=\"org.apache.axis2.engine.DispatchPhase\"> in <phaseOrder"
              + " type=\"InFlow\">");
    }
  }

  private static boolean isNamed(Handler handler, String name) {
    return name.equals(handler.getName());
  }

  /** That of the in flow, if there is one. */
  static Optional<DispatchPhase> phase(AxisConfiguration configuration) {
    return configuration.getInFlowPhases().stream()
        .filter(DispatchPhase.class::isInstance)
        .map(DispatchPhase.class::cast)
        .findFirst();
  }
}
