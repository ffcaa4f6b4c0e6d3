package org.dharch.axis2.service;

import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Phase;
import org.dharch.core.message.DHArchException;

/**
 * The four phases in which module.xml puts DHArch's handlers. Axis2's own axis2.xml has them; one
 * that was written for an application may not, nor an operation that was made by code.
 */
public final class RequiredPhases {
  private RequiredPhases() {}

  /**
   * Checks that {@code operation} has them.
   *
   * @throws DHArchException naming the first that is missing, and what is to be added where
   */
  public static void check(AxisOperation operation) {
    AxisConfiguration global = operation.getAxisConfiguration();
    if (global == null) {
      return; // not deployed yet; Axis2 asks again when it is
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
              + " (for an operation made by code:"
              + " AxisConfiguration.getPhasesInfo().setOperationPhases)");
    }
  }
}
