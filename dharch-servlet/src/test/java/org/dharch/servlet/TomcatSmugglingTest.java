package org.dharch.servlet;

import java.nio.file.Path;

/** Messages that could be read in two ways, in Tomcat. */
class TomcatSmugglingTest extends SmugglingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
