package org.dharch.servlet;

import java.nio.file.Path;

/** Handlers that answer, in Tomcat. */
class TomcatHandlerResponseTest extends HandlerResponseScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
