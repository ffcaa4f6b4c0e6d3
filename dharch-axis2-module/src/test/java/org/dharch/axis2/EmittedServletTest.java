package org.dharch.axis2;

/** What handlers emit, on AxisServlet in Tomcat. */
class EmittedServletTest extends EmittedScenarios {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
