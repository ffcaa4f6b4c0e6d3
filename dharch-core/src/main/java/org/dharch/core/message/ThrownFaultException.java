package org.dharch.core.message;

import java.util.Objects;

/** A handler's exception, with the SOAP fault that its framework would send for it. */
public final class ThrownFaultException extends DHArchException {
  private static final long serialVersionUID = 1L;

  private final transient ThrownFault fault;

  /**
   * @param cause the handler's exception
   */
  public ThrownFaultException(ThrownFault fault, Throwable cause) {
    super(fault.reason(), Objects.requireNonNull(cause, "cause"));
    this.fault = fault;
  }

  public ThrownFault fault() {
    return fault;
  }
}
