package org.dharch.servlet;

import java.nio.file.Path;

/** The scenarios in Jetty. */
class JettyTest extends FilterScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
