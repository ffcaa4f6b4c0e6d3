package org.dharch.axis2.service;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** Messages that are no operation, on AxisServlet in Tomcat. */
class ProtocolServletTest extends ProtocolScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
