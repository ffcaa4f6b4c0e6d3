package org.dharch.servlet;

import java.nio.file.Path;

/** The scenarios in Tomcat. */
class TomcatTest extends FilterScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
