package org.dharch.servlet;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** What HTTP says of messages, in Jetty. */
@Tag("full")
class JettyThreadContextTest extends ThreadContextScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
