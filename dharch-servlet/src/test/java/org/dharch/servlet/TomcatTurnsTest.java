package org.dharch.servlet;

import java.nio.file.Path;

/** Turns in Tomcat. */
class TomcatTurnsTest extends TurnScenarios {
  @Override
  TestServer start(Path folder, TestServer.Site site) throws Exception {
    return TestServer.tomcat(folder, site);
  }
}
