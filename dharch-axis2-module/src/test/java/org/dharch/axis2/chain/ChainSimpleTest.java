package org.dharch.axis2.chain;

import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Native handlers in the chain of Axis2's own HTTP server. */
@Tag("full")
class ChainSimpleTest extends ChainScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  @Test
  void invalidSettingsAreReportedAtTheStart() {
    String doing = Doing.class.getName();
    doesNotStart(handler(""), "must have parameter 'dharch.handler'");
    doesNotStart(handler("no.such.Handler"), "class no.such.Handler must be on the class path");
    doesNotStart(handler("java.lang.String"), "does not implement org.dharch.api.DHHandler");
    doesNotStart(
        handler("org.dharch.api.DHHandler"),
        "must be a public class with a public constructor without parameters");
    doesNotStart(
        handler(doing, "does", "emits at start"), "cannot send messages of its own (emit)");
    doesNotStart(
        handler(doing, "does", "stamp", "dharch.handel", "x"), "unknown parameter 'dharch.handel'");
    doesNotStart(
        handler(doing, "does", "stamp", "dharch.maxPayloadBytes", "0"),
        "dharch.maxPayloadBytes must be 1 to 2147483647 (got 0)");
  }
}
