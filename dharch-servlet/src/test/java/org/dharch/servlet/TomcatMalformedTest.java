package org.dharch.servlet;

import java.nio.file.Path;

/** Malformed messages, in Tomcat. */
class TomcatMalformedTest extends MalformedScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
