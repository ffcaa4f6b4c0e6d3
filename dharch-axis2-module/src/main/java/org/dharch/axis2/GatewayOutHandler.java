package org.dharch.axis2;

import org.dharch.core.message.Direction;

/** Responses on a server, requests on a client. */
public final class GatewayOutHandler extends GatewayHandler {
  public GatewayOutHandler() {
    super(Direction.OUT);
  }
}
