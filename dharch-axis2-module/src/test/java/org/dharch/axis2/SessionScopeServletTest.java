package org.dharch.axis2;

/** The scenarios on AxisServlet in Tomcat. */
class SessionScopeServletTest extends SessionScopeScenarios {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
