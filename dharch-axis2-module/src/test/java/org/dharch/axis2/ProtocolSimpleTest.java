package org.dharch.axis2;

/** Messages that are no operation, on Axis2's own HTTP server. */
class ProtocolSimpleTest extends ProtocolScenarios {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
