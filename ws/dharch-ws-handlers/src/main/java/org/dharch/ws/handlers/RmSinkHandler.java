package org.dharch.ws.handlers;

import java.util.List;
import org.dharch.core.document.HandlerSettings;
import org.dharch.ws.ProcessorChain;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.rm.processor.RmExchange;
import org.dharch.ws.rm.processor.RmSinkProcessor;

/**
 * The WS-ReliableMessaging sink for the flows {@code in}, {@code out} and {@code out-fault} of a
 * service (docs/rm-handlers.md). Its entry must set {@code mayRespond}. Thread-safe.
 */
public final class RmSinkHandler extends RmHandler {

  /** Creates a handler; called by the node. */
  public RmSinkHandler() {}

  @Override
  void read(HandlerSettings settings) {
    // no own parameters
  }

  @Override
  WsProcessor processor(RmNode rm, RmExchange exchange) {
    WsProcessor sink = new RmSinkProcessor(rm.site(), exchange);
    return rm.settings()
        .agreement()
        .policy()
        .<WsProcessor>map(policy -> new ProcessorChain(List.of(policy, sink)))
        .orElse(sink);
  }
}
