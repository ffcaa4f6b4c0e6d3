package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** What HTTP says of messages, in Undertow. */
@Tag("full")
class UndertowThreadContextTest extends ThreadContextScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
