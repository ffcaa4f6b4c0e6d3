package org.dharch.axis2.chain;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** Native handlers in the chain of AxisServlet in Tomcat. */
class ChainServletTest extends ChainScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
