package org.dharch.servlet;

import java.nio.file.Path;

/** Messages that could be read in two ways, in Jetty. */
class JettySmugglingTest extends SmugglingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
