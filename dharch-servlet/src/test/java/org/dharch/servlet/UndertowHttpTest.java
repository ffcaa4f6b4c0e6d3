package org.dharch.servlet;

import java.nio.file.Path;

/** What HTTP says of messages, in Undertow. */
class UndertowHttpTest extends HttpScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
