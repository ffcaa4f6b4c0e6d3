package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Messages that could be read in two ways, in Undertow. */
@Tag("full")
class UndertowSmugglingTest extends SmugglingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
