package org.dharch.servlet;

import java.nio.file.Path;

/** Ways round the filter, in Tomcat. */
class TomcatFilterEntryTest extends FilterEntryScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }
}
