package org.dharch.axis2.chain;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Tag;

/** The scenarios on Axis2's own server. */
@Tag("full")
class ServiceChainSimpleTest extends ServiceChainScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
