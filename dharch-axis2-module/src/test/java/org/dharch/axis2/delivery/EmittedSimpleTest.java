package org.dharch.axis2.delivery;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** What handlers emit, on Axis2's own HTTP server. */
class EmittedSimpleTest extends EmittedScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
