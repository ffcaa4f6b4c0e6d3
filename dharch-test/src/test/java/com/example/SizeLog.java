package com.example;

import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

public final class SizeLog implements DHHandler {
  private int limit;

  @Override
  public void init(Map<String, String> parameters) {
    limit = Integer.parseInt(parameters.getOrDefault("limit", "1000"));
  }

  @Override
  public Changes handle(HandlerMessage message) {
    int size = message.envelope().length;
    if (size > limit) {
      throw new IllegalArgumentException("envelope=" + size + " bytes > limit=" + limit);
    }
    return Changes.builder().property("envelope.size", size).build();
  }
}
