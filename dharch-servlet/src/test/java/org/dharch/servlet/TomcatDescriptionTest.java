package org.dharch.servlet;

import java.nio.file.Path;

/** Requests without a body, in Tomcat. */
class TomcatDescriptionTest extends DescriptionScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
