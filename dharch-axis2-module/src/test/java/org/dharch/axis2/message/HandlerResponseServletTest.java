package org.dharch.axis2.message;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** Handlers that answer, on AxisServlet in Tomcat. */
class HandlerResponseServletTest extends HandlerResponseScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
