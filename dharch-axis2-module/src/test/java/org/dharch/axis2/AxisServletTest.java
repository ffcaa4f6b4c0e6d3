package org.dharch.axis2;

/** The scenarios on AxisServlet in Tomcat. */
class AxisServletTest extends GatewayScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
