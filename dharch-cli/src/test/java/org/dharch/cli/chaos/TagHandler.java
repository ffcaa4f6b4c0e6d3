package org.dharch.cli.chaos;

import org.dharch.core.message.Changes;
import org.dharch.core.spi.DHHandler;
import org.dharch.core.spi.HandlerMessage;

/** Stateless: marks the message. */
public final class TagHandler implements DHHandler {
  /** Node documents make it. */
  public TagHandler() {}

  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.builder().property(ChaosService.TAGGED, true).build();
  }
}
