package org.dharch.benchmarks.xmllimit;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/**
 * Reads a header block, and leaves what it has read in a property, by which the service sees it.
 */
public final class TicketReader implements DHHandler {
  static final String READ = "xml-limit.read";

  /** The node makes it. */
  public TicketReader() {}

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return Changes.builder().property(READ, Envelopes.ticket(message)).build();
  }
}
