package org.dharch.axis2.chain;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The scenarios on AxisServlet in Tomcat. */
class ServiceChainServletTest extends ServiceChainScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
