package org.dharch.axis2.delivery;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The same on this server. */
class FaultDestinationServletTest extends FaultDestinationScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
