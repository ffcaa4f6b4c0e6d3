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
 * The last handler of the flow {@code out} behind {@code rm-source}: keeps the envelope as it goes
 * on the wire, so that what is sent again is signed as it was (docs/rm-handlers.md). Any thread.
 */
public final class RmStoreHandler extends RmHandler {

  /** A node makes it. */
  public RmStoreHandler() {}

  @Override
  void read(HandlerSettings settings) {
    // has no others
  }

  @Override
  WsProcessor processor(RmNode rm, RmExchange exchange) {
    return (context, direction) -> {
      throw new UnknownMessageException("it is kept, and nothing else done");
    };
  }

  @Override
  public Changes handle(HandlerMessage message) {
    SentMark.parse(message.properties().text(SentMark.PROPERTY, ""))
        .ifPresent(mark -> RmSourceProcessor.onTheWire(rm().site(), mark, message.envelope()));
    return Changes.NONE;
  }
}
