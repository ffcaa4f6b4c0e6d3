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
 * The WS-ReliableMessaging source for the flow {@code out} of a client or of messages that handlers
 * send, and for the flow {@code in} of their responses (docs/rm-handlers.md). Thread-safe.
 */
public final class RmSourceHandler extends RmHandler {
  private RmSourceTerms terms;

  /** Creates a handler; called by the node. */
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
