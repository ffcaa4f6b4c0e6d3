package org.dharch.axis2.message;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The scenarios on AxisServlet in Tomcat. */
class SessionScopeServletTest extends SessionScopeScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
