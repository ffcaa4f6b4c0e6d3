package org.dharch.ws.rm.message;

import java.util.Optional;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementWriter;

/**
 * An AckRequested header block.
 *
 * @param highest the highest number so far (1.0 only)
 */
public record AckRequestedHeader(RmVersion version, SequenceId id, Optional<Long> highest) {

  public String write() {
    ElementWriter out = new ElementWriter().start(version.name("AckRequested"));
    out.element(version.name("Identifier"), id.value());
    if (highest.isPresent() && version.hasAckRequestedNumber()) {
      out.element(version.name("MaxMessageNumberUsed"), Long.toString(highest.get()));
    }
    return out.end().toString();
  }
}
