package com.example.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** A native handler out of a jar of its own, which has nothing else in it. */
public final class NativeStamp implements DHHandler {
  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder()
        .addHeader("<t:stamp xmlns:t=\"urn:test\">native</t:stamp>".getBytes(UTF_8))
        .build();
  }
}
