package org.dharch.servlet;

import java.nio.file.Path;

/** Messages that could be read in two ways, in Undertow. */
class UndertowSmugglingTest extends SmugglingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
