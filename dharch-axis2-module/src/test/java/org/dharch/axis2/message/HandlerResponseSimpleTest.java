package org.dharch.axis2.message;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Tag;

/** Handlers that answer, on Axis2's own HTTP server. */
@Tag("full")
class HandlerResponseSimpleTest extends HandlerResponseScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
