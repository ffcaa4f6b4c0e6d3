package org.dharch.servlet;

import java.nio.file.Path;

/** The scenarios in Tomcat. */
class TomcatTest extends FilterScenarios {
  @Override
  TestServer start(Path folder, TestServer.Site site) throws Exception {
    return TestServer.tomcat(folder, site);
  }
}
