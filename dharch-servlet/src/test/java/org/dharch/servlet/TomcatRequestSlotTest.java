package org.dharch.servlet;

import java.nio.file.Path;

/** Turns in Tomcat. */
class TomcatRequestSlotTest extends RequestSlotScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
