package org.dharch.axis2;

import java.nio.file.Path;

/** The same in AxisServlet on Tomcat. */
class StoredMessageServletTest extends StoredMessageTest {
  @Override
  TestServer start(TestRepository repository) throws Exception {
    return TestServer.tomcat(repository);
  }

  @Override
  TestServer restart(Path repository) throws Exception {
    return TestServer.tomcat(repository);
  }
}
