package org.dharch.servlet;

import java.nio.file.Path;

/** Turns in Jetty. */
class JettyTurnsTest extends TurnScenarios {
  @Override
  TestServer start(Path folder, TestServer.Site site) throws Exception {
    return TestServer.jetty(folder, site);
  }
}
