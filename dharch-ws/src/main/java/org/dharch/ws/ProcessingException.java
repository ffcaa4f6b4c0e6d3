package org.dharch.ws;

import java.util.Optional;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.soap.SoapFault;

/** The message is this processor's, and wrong: nothing more is done with it; its sender is told. */
public final class ProcessingException extends WsException {
  private static final long serialVersionUID = 1L;

  private final transient SoapFault fault;
  private final String action;

  /**
   * @param fault what the sender is told
   * @param action the action of the message that tells it; empty for that of any fault
   */
  public ProcessingException(SoapFault fault, Optional<String> action) {
    super(fault.reason(), null);
    this.fault = fault;
    this.action = action.orElse("");
  }

  /** Of a message whose addressing is wrong. */
  public ProcessingException(AddressingException cause) {
    super(cause.getMessage(), cause);
    this.fault = cause.fault().soapFault();
    this.action = cause.fault().action();
  }

  /** What the sender is told. */
  public SoapFault fault() {
    return fault;
  }

  /** The action of the message that tells it; empty for that of any fault. */
  public Optional<String> action() {
    return action.isEmpty() ? Optional.empty() : Optional.of(action);
  }
}
