package org.dharch.axis2.delivery;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Tag;

/** What handlers emit, on Axis2's own HTTP server. */
@Tag("full")
class EmittedSimpleTest extends EmittedScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
