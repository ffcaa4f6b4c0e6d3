package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Handlers that answer, in Undertow. */
@Tag("full")
class UndertowHandlerResponseTest extends HandlerResponseScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
