package org.dharch.core.orchestration;

/** Adds an {@code onFault} to random models unless it is unreachable. */
public final class OnFaults {
  private OnFaults() {}

  /** {@code sequence} with {@code fault}, or as it is if that were never taken. */
  public static Sequence ifTaken(Sequence sequence, OnFault fault) {
    return EscapingFaults.objection(sequence.parts(), sequence.faults(), fault).isEmpty()
        ? sequence.onFault(fault)
        : sequence;
  }
}
