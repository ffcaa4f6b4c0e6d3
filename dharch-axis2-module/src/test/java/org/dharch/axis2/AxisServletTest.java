package org.dharch.axis2;

/** The scenarios on AxisServlet in Tomcat. */
class AxisServletTest extends GatewayScenarios {
  @Override
  TestServer start(TestRepository repository) throws Exception {
    return TestServer.tomcat(repository);
  }
}
