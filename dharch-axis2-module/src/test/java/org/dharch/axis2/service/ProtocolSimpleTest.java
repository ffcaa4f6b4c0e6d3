package org.dharch.axis2.service;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Tag;

/** Messages that are no operation, on Axis2's own HTTP server. */
@Tag("full")
class ProtocolSimpleTest extends ProtocolScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }
}
