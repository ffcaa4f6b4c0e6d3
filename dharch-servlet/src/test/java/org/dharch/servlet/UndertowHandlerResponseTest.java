package org.dharch.servlet;

import java.nio.file.Path;

/** Handlers that answer, in Undertow. */
class UndertowHandlerResponseTest extends HandlerResponseScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
