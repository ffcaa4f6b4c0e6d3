package org.dharch.servlet;

import java.nio.file.Path;

/** Ways round the filter, in Undertow. */
class UndertowDoorTest extends DoorScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
