package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Filters that keep bodies, in Undertow. */
@Tag("full")
class UndertowCachingTest extends CachingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
