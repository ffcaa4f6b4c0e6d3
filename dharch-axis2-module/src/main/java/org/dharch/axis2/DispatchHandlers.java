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
 * Installs DHArch's handlers in Axis2's dispatch phase, after Axis2's own dispatchers. They ignore
 * services on which the module is not engaged. They are not in module.xml because an axis2.xml may
 * lack the phase.
 */
final class DispatchHandlers {
  private DispatchHandlers() {}

  private static List<Handler> ours() {
    return List.of(new ProtocolDispatcher(), new BeingDeployed(), new BackChannel());
  }

  /** Adds the handlers if the phase exists and lacks them. */
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

  /** Removes the handlers. */
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
   * Checks that messages with {@code actions} can be dispatched to the handlers of a service.
   *
   * @throws DHArchException if the phase is missing; the message names it
   */
  static void check(ProtocolActions actions, AxisConfiguration configuration) {
    if (!actions.isEmpty() && phase(configuration).isEmpty()) {
      throw new DHArchException(
          ProtocolActions.PARAMETER
              + " requires Axis2's dispatch phase in axis2.xml: <phase name=\"Dispatch\""
              + " class=\"org.apache.axis2.engine.DispatchPhase\"> in <phaseOrder"
              + " type=\"InFlow\">");
    }
  }

  private static boolean isNamed(Handler handler, String name) {
    return name.equals(handler.getName());
  }

  /** The dispatch phase of the in flow. */
  static Optional<DispatchPhase> phase(AxisConfiguration configuration) {
    return configuration.getInFlowPhases().stream()
        .filter(DispatchPhase.class::isInstance)
        .map(DispatchPhase.class::cast)
        .findFirst();
  }
}
