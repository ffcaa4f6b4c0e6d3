package org.dharch.axis2.chain;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The scenarios on Axis2's own server. */
class ServiceChainSimpleTest extends ServiceChainScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
