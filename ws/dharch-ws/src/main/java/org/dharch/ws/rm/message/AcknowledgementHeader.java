package org.dharch.ws.rm.message;

import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.soap.ElementWriter;

/**
 * A SequenceAcknowledgement header block.
 *
 * @param missing the numbers of its Nacks; then {@code acknowledgement} has no ranges
 */
public record AcknowledgementHeader(
    RmVersion version, Acknowledgement acknowledgement, Ranges missing) {
  /** The maximum number of ranges, and of Nacks. */
  public static final int MAX_RANGES = 4_096;

  public static AcknowledgementHeader of(RmVersion version, Acknowledgement acknowledgement) {
    return new AcknowledgementHeader(version, acknowledgement, Ranges.EMPTY);
  }

  /**
   * Returns the header block as XML.
   *
   * @throws IllegalArgumentException for an empty acknowledgement in 1.0, which cannot express it,
   *     or for too many Nacks
   */
  public String write() {
    ElementWriter out = new ElementWriter().start(version.name("SequenceAcknowledgement"));
    out.element(version.name("Identifier"), acknowledgement.sequence().value());
    Ranges ranges = acknowledgement.ranges();
    if (!missing.isEmpty()) {
      nacks(out);
    } else if (!ranges.isEmpty()) {
      for (int i = 0; i < ranges.count(); i++) {
        out.start(version.name("AcknowledgementRange"));
        out.attribute("Upper", Long.toString(ranges.upper(i)));
        out.attribute("Lower", Long.toString(ranges.lower(i)));
        out.end();
      }
    } else if (version.hasNone()) {
      out.start(version.name("None")).end();
    } else {
      throw new IllegalArgumentException("version 1.0 cannot express an empty acknowledgement");
    }
    if (acknowledgement.isFinal() && version.hasClose() && missing.isEmpty()) {
      out.start(version.name("Final")).end();
    }
    return out.end().toString();
  }

  private void nacks(ElementWriter out) {
    if (missing.size() > MAX_RANGES) {
      throw new IllegalArgumentException(
          "an acknowledgement must have at most "
              + MAX_RANGES
              + " Nacks (got "
              + missing.size()
              + ")");
    }
    for (int i = 0; i < missing.count(); i++) {
      for (long number = missing.lower(i); number <= missing.upper(i); number++) {
        out.element(version.name("Nack"), Long.toString(number));
        if (number == Long.MAX_VALUE) {
          break;
        }
      }
    }
  }
}
