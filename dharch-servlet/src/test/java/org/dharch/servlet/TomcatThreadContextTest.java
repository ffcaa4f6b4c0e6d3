package org.dharch.servlet;

import java.nio.file.Path;

/** What HTTP says of messages, in Tomcat. */
class TomcatThreadContextTest extends ThreadContextScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
