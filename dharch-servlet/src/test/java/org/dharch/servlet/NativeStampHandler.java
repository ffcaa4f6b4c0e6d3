package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** A handler that a node document names. */
public final class NativeStampHandler implements DHHandler {
  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder().addHeader(bytes("<t:stamp xmlns:t=\"urn:test\">A</t:stamp>")).build();
  }
}
