package org.dharch.servlet;

import java.nio.file.Path;

/** Filters that keep bodies, in Undertow. */
class UndertowCachingTest extends CachingScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
