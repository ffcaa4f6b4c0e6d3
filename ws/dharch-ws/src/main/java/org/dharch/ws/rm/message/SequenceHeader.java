package org.dharch.ws.rm.message;

import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapVersion;

/**
 * The position of a message in a sequence.
 *
 * @param number from 1
 * @param isLast whether it has LastMessage (1.0 only)
 */
public record SequenceHeader(RmVersion version, SequenceId id, long number, boolean isLast) {

  /** The block has mustUnderstand. */
  public String write(SoapVersion soap) {
    ElementWriter out = new ElementWriter().start(version.name("Sequence"));
    out.attribute(soap.name("mustUnderstand"), "1");
    out.element(version.name("Identifier"), id.value());
    out.element(version.name("MessageNumber"), Long.toString(number));
    if (isLast && version.hasLastMessage()) {
      out.start(version.name("LastMessage")).end();
    }
    return out.end().toString();
  }
}
