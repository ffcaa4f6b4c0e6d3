package org.dharch.axis2;

import org.dharch.core.Flow;

/** Requests on a server, responses on a client. */
public final class GatewayInHandler extends GatewayHandler {
  public GatewayInHandler() {
    super(Flow.IN);
  }
}
