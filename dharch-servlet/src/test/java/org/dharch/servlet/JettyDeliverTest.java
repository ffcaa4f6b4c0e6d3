package org.dharch.servlet;

import java.nio.file.Path;

/** What handlers emit, in Jetty. */
class JettyDeliverTest extends DeliverScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
