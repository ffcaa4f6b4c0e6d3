package org.dharch.ws.handlers;

import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.core.document.HandlerSettings;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.rm.processor.RmExchange;
import org.dharch.ws.rm.processor.RmSourceProcessor;
import org.dharch.ws.rm.processor.SentMark;

/**
 * The last handler of the flow {@code out} after {@code rm-source}: stores the envelope in wire
 * form, so that retransmissions have the same signature (docs/rm-handlers.md). Thread-safe.
 */
public final class RmStoreHandler extends RmHandler {

  /** Creates a handler; called by the node. */
  public RmStoreHandler() {}

  @Override
  void read(HandlerSettings settings) {
    // no own parameters
  }

  @Override
  WsProcessor processor(RmNode rm, RmExchange exchange) {
    return (context, direction) -> {
      throw new UnknownMessageException("this handler only stores the message");
    };
  }

  @Override
  public Changes handle(HandlerMessage message) {
    SentMark.parse(message.properties().text(SentMark.PROPERTY, ""))
        .ifPresent(mark -> RmSourceProcessor.storeWireForm(rm().site(), mark, message.envelope()));
    return Changes.NONE;
  }
}
