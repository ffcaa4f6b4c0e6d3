package org.dharch.ws.handlers;

import java.util.Map;
import org.dharch.core.document.HandlerSettings;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.processor.RmExchange;
import org.dharch.ws.rm.processor.RmSourceProcessor;
import org.dharch.ws.rm.processor.RmSourceTerms;

/**
 * The source of WS-ReliableMessaging as a handler of the flow {@code out} of a client, or of what a
 * handler sends, and of the flow {@code in} in which its answers come (docs/rm-handlers.md). Any
 * thread.
 */
public final class RmSourceHandler extends RmHandler {
  private RmSourceTerms terms;

  /** A node makes it. */
  public RmSourceHandler() {}

  @Override
  void read(HandlerSettings settings) {
    RmVersion version =
        settings.choice(
            "version",
            Map.of("1.0", RmVersion.RM_1_0, "1.1", RmVersion.RM_1_1, "1.2", RmVersion.RM_1_1),
            RmVersion.RM_1_1);
    terms =
        new RmSourceTerms(
            version,
            DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
            settings.duration("inactivity", org.dharch.ws.rm.processor.RmAgreement.INACTIVITY),
            settings.duration("expires"),
            settings.text("replyTo"),
            settings.flag("offer"),
            settings.text("repliesTo"));
  }

  @Override
  WsProcessor processor(RmNode rm, RmExchange exchange) {
    return new RmSourceProcessor(rm.site(), terms, exchange);
  }
}
