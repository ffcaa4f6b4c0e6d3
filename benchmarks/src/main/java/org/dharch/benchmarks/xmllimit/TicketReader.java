package org.dharch.benchmarks.xmllimit;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** Reads a header block and stores its text in a property, which the service checks. */
public final class TicketReader implements DHHandler {
  static final String READ = "xml-limit.read";

  /** Called by the node. */
  public TicketReader() {}

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return Changes.builder().property(READ, Envelopes.ticket(message)).build();
  }
}
