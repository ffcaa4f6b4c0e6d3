package org.dharch.servlet;

import java.nio.file.Path;

/** Malformed messages, in Jetty. */
class JettyMalformedTest extends MalformedScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
