package org.dharch.ws.rm.message;

import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapVersion;

/**
 * That a message is one of a sequence.
 *
 * @param number from 1 on
 * @param isLast that no other follows, which only 1.0 can say
 */
public record SequenceHeader(RmVersion version, SequenceId id, long number, boolean isLast) {

  /** As a header block that must be understood. */
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
