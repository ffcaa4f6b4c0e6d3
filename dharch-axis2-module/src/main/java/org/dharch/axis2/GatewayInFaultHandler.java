package org.dharch.axis2;

import org.dharch.core.Flow;

/** Faults that a client receives. */
public final class GatewayInFaultHandler extends GatewayHandler {
  public GatewayInFaultHandler() {
    super(Flow.IN_FAULT);
  }
}
