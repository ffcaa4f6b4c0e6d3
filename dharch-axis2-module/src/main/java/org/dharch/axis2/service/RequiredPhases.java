package org.dharch.axis2.service;

import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Phase;
import org.dharch.core.message.DHArchException;

/**
 * Checks the four phases that module.xml uses. Axis2's own axis2.xml has them; another axis2.xml or
 * an operation created programmatically may lack them.
 */
public final class RequiredPhases {
  private RequiredPhases() {}

  /**
   * Checks that {@code operation} has the phases.
   *
   * @throws DHArchException naming the first missing phase and how to add it
   */
  public static void check(AxisOperation operation) {
    AxisConfiguration global = operation.getAxisConfiguration();
    if (global == null) {
      return; // not deployed yet; Axis2 calls again at the deployment
    }
    need(
        "OperationInPhase",
        "InFlow",
        "as the last",
        operation,
        operation.getRemainingPhasesInFlow(),
        global.getInFlowPhases());
    need(
        "OperationOutPhase",
        "OutFlow",
        "before MessageOut",
        operation,
        operation.getPhasesOutFlow(),
        global.getOutFlowPhases());
    need(
        "OperationInFaultPhase",
        "InFaultFlow",
        "as the last",
        operation,
        operation.getPhasesInFaultFlow(),
        global.getInFaultFlowPhases());
    need(
        "OperationOutFaultPhase",
        "OutFaultFlow",
        "before MessageOut",
        operation,
        operation.getPhasesOutFaultFlow(),
        global.getOutFaultFlowPhases());
  }

  private static void need(
      String name,
      String flow,
      String where,
      AxisOperation operation,
      List<?> own,
      List<?> global) {
    List<Object> phases = new ArrayList<>(own == null ? List.of() : own);
    phases.addAll(global);
    if (phases.stream()
        .noneMatch(p -> p instanceof Phase phase && name.equals(phase.getPhaseName()))) {
      throw new DHArchException(
          "operation "
              + operation.getName().getLocalPart()
              + " has no phase '"
              + name
              + "'; add <phase name=\""
              + name
              + "\"/> to <phaseOrder type=\""
              + flow
              + "\"> in axis2.xml, "
              + where
              + " (for an operation created programmatically:"
              + " AxisConfiguration.getPhasesInfo().setOperationPhases)");
    }
  }
}
