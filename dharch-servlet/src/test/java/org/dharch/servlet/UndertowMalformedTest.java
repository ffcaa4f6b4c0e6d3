package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Malformed messages, in Undertow. */
@Tag("full")
class UndertowMalformedTest extends MalformedScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
