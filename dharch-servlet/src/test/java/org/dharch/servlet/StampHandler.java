package org.dharch.servlet;

import org.dharch.core.message.Changes;
import org.dharch.core.spi.DHHandler;
import org.dharch.core.spi.HandlerMessage;

/** A handler that a node document names. */
public final class StampHandler implements DHHandler {
  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder()
        .addHeader(TestHandlers.bytes("<t:stamp xmlns:t=\"urn:test\">A</t:stamp>"))
        .build();
  }
}
