package org.dharch.ws.rm.message;

import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.soap.ElementWriter;

/**
 * An acknowledgement of a sink.
 *
 * @param lacking the numbers of its Nacks; then {@code acknowledgement} has no ranges
 */
public record AcknowledgementHeader(
    RmVersion version, Acknowledgement acknowledgement, Ranges lacking) {
  /** The maximum number of ranges, and of Nacks. */
  public static final int MAX_RANGES = 4_096;

  /** Creates a header without Nacks. */
  public static AcknowledgementHeader of(RmVersion version, Acknowledgement acknowledgement) {
    return new AcknowledgementHeader(version, acknowledgement, Ranges.EMPTY);
  }

  /**
   * Writes a header block.
   *
   * @throws IllegalArgumentException for an empty acknowledgement in 1.0, which cannot express it,
   *     or for too many Nacks
   */
  public String write() {
    ElementWriter out = new ElementWriter().start(version.name("SequenceAcknowledgement"));
    out.element(version.name("Identifier"), acknowledgement.sequence().value());
    Ranges ranges = acknowledgement.ranges();
    if (!lacking.isEmpty()) {
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
    if (acknowledgement.isFinal() && version.hasClose() && lacking.isEmpty()) {
      out.start(version.name("Final")).end();
    }
    return out.end().toString();
  }

  private void nacks(ElementWriter out) {
    if (lacking.size() > MAX_RANGES) {
      throw new IllegalArgumentException(
          "an acknowledgement must have at most "
              + MAX_RANGES
              + " Nacks (got "
              + lacking.size()
              + ")");
    }
    for (int i = 0; i < lacking.count(); i++) {
      for (long number = lacking.lower(i); number <= lacking.upper(i); number++) {
        out.element(version.name("Nack"), Long.toString(number));
        if (number == Long.MAX_VALUE) {
          break;
        }
      }
    }
  }
}
