package org.dharch.servlet;

import java.nio.file.Path;

/** Filters that keep bodies, in Jetty. */
class JettyCachingTest extends CachingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
