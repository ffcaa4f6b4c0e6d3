package org.dharch.servlet;

import java.nio.file.Path;

/** Ways round the filter, in Jetty. */
class JettyFilterEntryTest extends FilterEntryScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
