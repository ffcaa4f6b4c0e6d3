package org.dharch.ws;

import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.soap.SoapFault;

/**
 * Thrown for an invalid message of the processor's own protocol. Processing ends and the sender
 * receives the fault.
 */
public final class ProcessingException extends WsException {
  private static final long serialVersionUID = 1L;

  private final transient SoapFault fault;
  private final String action;

  /**
   * @param fault the fault for the sender
   * @param action the action of the fault message
   */
  public ProcessingException(SoapFault fault, String action) {
    super(fault.reason(), null);
    this.fault = fault;
    this.action = action;
  }

  /** Creates an exception whose fault message has the action of any fault. */
  public ProcessingException(SoapFault fault) {
    this(fault, "");
  }

  /** Creates an exception for invalid addressing. */
  public ProcessingException(AddressingException cause) {
    super(cause.getMessage(), cause);
    this.fault = cause.fault().soapFault();
    this.action = cause.fault().action();
  }

  /** Returns the fault for the sender. */
  public SoapFault fault() {
    return fault;
  }

  /** Returns the action of the fault message; empty for the action of any fault. */
  public String action() {
    return action;
  }
}
