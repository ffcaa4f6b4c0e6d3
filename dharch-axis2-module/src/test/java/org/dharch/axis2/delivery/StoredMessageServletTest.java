package org.dharch.axis2.delivery;

import java.nio.file.Path;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;

/** The same in AxisServlet on Tomcat. */
class StoredMessageServletTest extends StoredMessageTest {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  @Override
  GatewayServer restart(Path repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }
}
