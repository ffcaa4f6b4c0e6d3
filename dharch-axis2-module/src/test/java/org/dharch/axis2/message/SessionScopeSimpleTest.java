package org.dharch.axis2.message;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The scenarios on Axis2's own HTTP server. */
class SessionScopeSimpleTest extends SessionScopeScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
