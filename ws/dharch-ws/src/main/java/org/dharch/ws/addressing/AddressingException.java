package org.dharch.ws.addressing;

/** Thrown for a message with invalid addressing; contains the fault for the sender. */
public final class AddressingException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient AddressingFault fault;

  public AddressingException(AddressingFault fault) {
    super(fault.reason());
    this.fault = fault;
  }

  public AddressingFault fault() {
    return fault;
  }
}
