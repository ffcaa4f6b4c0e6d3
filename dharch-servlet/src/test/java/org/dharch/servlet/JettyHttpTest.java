package org.dharch.servlet;

import java.nio.file.Path;

/** What HTTP says of messages, in Jetty. */
class JettyHttpTest extends HttpScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
