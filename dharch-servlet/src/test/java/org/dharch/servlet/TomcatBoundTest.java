package org.dharch.servlet;

import java.nio.file.Path;

/** What clients can make the filter hold, in Tomcat. */
class TomcatBoundTest extends BoundScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
