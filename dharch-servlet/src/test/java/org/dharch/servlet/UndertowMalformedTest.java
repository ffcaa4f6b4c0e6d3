package org.dharch.servlet;

import java.nio.file.Path;

/** Malformed messages, in Undertow. */
class UndertowMalformedTest extends MalformedScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
