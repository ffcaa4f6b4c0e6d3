package org.dharch.servlet;

import java.nio.file.Path;

/** What clients can make the filter hold, in Jetty. */
class JettyBoundTest extends BoundScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
