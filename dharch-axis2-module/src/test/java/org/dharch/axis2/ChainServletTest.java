package org.dharch.axis2;

/** Native handlers in the chain of AxisServlet in Tomcat. */
class ChainServletTest extends ChainScenarios {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
