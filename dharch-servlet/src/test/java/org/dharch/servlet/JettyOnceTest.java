package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Requests that pass the filter more than once, in Jetty. */
@Tag("full")
class JettyOnceTest extends OnceScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
