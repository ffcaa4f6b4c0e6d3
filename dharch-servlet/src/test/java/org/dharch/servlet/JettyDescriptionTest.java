package org.dharch.servlet;

import java.nio.file.Path;

/** Requests without a body, in Jetty. */
class JettyDescriptionTest extends DescriptionScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }
}
