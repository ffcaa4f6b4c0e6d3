package org.dharch.cli.chaos;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** Stateless: marks the message. */
public final class TagHandler implements DHHandler {
  /** Node documents make it. */
  public TagHandler() {}

  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder().property(ChaosService.TAGGED, true).build();
  }
}
