package org.dharch.servlet;

import java.nio.file.Path;

/** Turns in Jetty. */
class JettyRequestSlotTest extends RequestSlotScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
