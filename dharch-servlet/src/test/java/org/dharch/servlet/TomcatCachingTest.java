package org.dharch.servlet;

import java.nio.file.Path;

/** Filters that keep bodies, in Tomcat. */
class TomcatCachingTest extends CachingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
