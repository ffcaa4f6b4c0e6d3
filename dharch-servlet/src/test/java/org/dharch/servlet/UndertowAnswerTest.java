package org.dharch.servlet;

import java.nio.file.Path;

/** Handlers that answer, in Undertow. */
class UndertowAnswerTest extends AnswerScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site);
  }
}
