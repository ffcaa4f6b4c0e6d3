package org.dharch.benchmarks.xmllimit;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Part;

/** Replaces a header block. */
public final class TicketChanger implements DHHandler {
  static final String ADDED = " changed";

  /** Called by the node. */
  public TicketChanger() {}

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    byte[] block = Envelopes.element(Xml.TICKET, Envelopes.ticket(message) + ADDED);
    return Changes.builder().replace(Part.header(Envelopes.name(Xml.TICKET), 0), block).build();
  }
}
