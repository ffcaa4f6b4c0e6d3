package org.dharch.ws.addressing;

/** A message's addressing is not as it may be; what its sender is to hear is the fault. */
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
