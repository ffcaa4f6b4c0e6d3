package org.dharch.axis2.delivery;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** What handlers emit, on AxisServlet in Tomcat. */
class EmittedServletTest extends EmittedScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
