package org.dharch.servlet;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** A handler that a node document names. */
public final class StampHandler implements DHHandler {
  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder()
        .addHeader(TestHandlers.bytes("<t:stamp xmlns:t=\"urn:test\">A</t:stamp>"))
        .build();
  }
}
