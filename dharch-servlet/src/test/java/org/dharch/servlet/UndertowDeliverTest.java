package org.dharch.servlet;

import java.nio.file.Path;

/** What handlers emit, in Undertow. */
class UndertowDeliverTest extends DeliverScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
