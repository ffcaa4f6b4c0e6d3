package org.dharch.servlet;

import java.nio.file.Path;

/** What clients can make the filter hold, in Undertow. */
class UndertowBoundTest extends BoundScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
