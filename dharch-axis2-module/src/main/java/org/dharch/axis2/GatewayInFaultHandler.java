package org.dharch.axis2;

import org.dharch.core.message.Direction;

/** Faults that a client receives. */
public final class GatewayInFaultHandler extends GatewayHandler {
  public GatewayInFaultHandler() {
    super(Direction.IN_FAULT);
  }
}
