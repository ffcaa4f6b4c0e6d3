package org.dharch.axis2;

/** Handlers that answer, on AxisServlet in Tomcat. */
class HandlerResponseServletTest extends HandlerResponseScenarios {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
