package org.dharch.servlet;

import java.nio.file.Path;

/** The scenarios in Jetty. */
class JettyTest extends FilterScenarios {
  @Override
  TestServer start(Path folder, TestServer.Site site) throws Exception {
    return TestServer.jetty(folder, site);
  }
}
