package org.dharch.axis2;

/** The scenarios on Axis2's own HTTP server. */
class SimpleHttpServerTest extends GatewayScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
