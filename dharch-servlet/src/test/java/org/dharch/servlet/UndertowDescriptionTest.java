package org.dharch.servlet;

import java.nio.file.Path;

/** Requests without a body, in Undertow. */
class UndertowDescriptionTest extends DescriptionScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
