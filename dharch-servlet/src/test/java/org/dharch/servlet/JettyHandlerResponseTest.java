package org.dharch.servlet;

import java.nio.file.Path;

/** Handlers that answer, in Jetty. */
class JettyHandlerResponseTest extends HandlerResponseScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
