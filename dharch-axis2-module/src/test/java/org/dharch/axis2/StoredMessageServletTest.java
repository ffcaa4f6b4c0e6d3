package org.dharch.axis2;

import java.nio.file.Path;

/** The same in AxisServlet on Tomcat. */
class StoredMessageServletTest extends StoredMessageTest {
  @Override
  GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  @Override
  GatewayServer restart(Path repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
