package org.dharch.servlet;

import java.nio.file.Path;

/** What handlers emit, in Tomcat. */
class TomcatDeliverTest extends DeliverScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
