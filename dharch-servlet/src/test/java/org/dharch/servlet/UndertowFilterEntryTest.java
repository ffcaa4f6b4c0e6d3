package org.dharch.servlet;

import java.nio.file.Path;

/** Ways round the filter, in Undertow. */
class UndertowFilterEntryTest extends FilterEntryScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
