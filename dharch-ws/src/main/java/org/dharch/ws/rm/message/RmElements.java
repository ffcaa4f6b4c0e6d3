package org.dharch.ws.rm.message;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeConstants.Field;
import javax.xml.datatype.DatatypeFactory;
import org.dharch.core.text.Brief;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/** Reads identifiers, numbers and durations in elements. */
final class RmElements {
  /** Longer durations mean unlimited: 100 years. */
  private static final BigInteger NEVER_SECONDS = BigInteger.valueOf(100L * 365 * 86_400);

  private static final int MAX_DURATION = 64;
  private static final BigInteger HIGHEST = BigInteger.valueOf(RmVersion.MAX_MESSAGE_NUMBER);
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private RmElements() {}

  /** Creates a fault for an invalid protocol message for which the protocol does not define one. */
  static ProcessingException wrong(String reason) {
    return new ProcessingException(SoapFault.of(Code.SENDER, reason));
  }

  static SequenceId identifier(ElementReader in, String around) throws ProcessingException {
    String text = in.text();
    try {
      return new SequenceId(text);
    } catch (IllegalArgumentException e) {
      throw wrong("wsrm:" + around + ": " + e.getMessage());
    }
  }

  /**
   * Parses a message number.
   *
   * @return empty if it is above the highest possible number
   */
  static Optional<Long> number(String text, String around) throws ProcessingException {
    BigInteger number;
    try {
      if (text.isEmpty() || text.length() > MAX_DURATION) {
        throw new NumberFormatException();
      }
      number = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
    } catch (NumberFormatException e) {
      throw wrong("wsrm:" + around + ": '" + Brief.of(text) + "' is not a message number");
    }
    if (number.signum() <= 0) {
      throw wrong("wsrm:" + around + ": " + number + " is not a message number; the first is 1");
    }
    return number.compareTo(HIGHEST) > 0 ? Optional.empty() : Optional.of(number.longValue());
  }

  /**
   * Parses a lifetime.
   *
   * @return empty for unlimited: PT0S, which peers use for that, or more than 100 years
   */
  static Optional<Duration> duration(String text, String around) throws ProcessingException {
    javax.xml.datatype.Duration duration;
    try {
      if (text.length() > MAX_DURATION) {
        throw new IllegalArgumentException();
      }
      duration = DATATYPES.newDuration(text);
    } catch (IllegalArgumentException e) {
      throw wrong("wsrm:" + around + ": '" + Brief.of(text) + "' is not a duration");
    }
    if (duration.getSign() < 0) {
      throw wrong("wsrm:" + around + ": '" + text + "' must not be negative");
    }
    BigDecimal seconds =
        new BigDecimal(
                whole(duration, DatatypeConstants.YEARS, 365 * 86_400L)
                    .add(whole(duration, DatatypeConstants.MONTHS, 30 * 86_400L))
                    .add(whole(duration, DatatypeConstants.DAYS, 86_400))
                    .add(whole(duration, DatatypeConstants.HOURS, 3_600))
                    .add(whole(duration, DatatypeConstants.MINUTES, 60)))
            .add(
                duration.isSet(DatatypeConstants.SECONDS)
                    ? (BigDecimal) duration.getField(DatatypeConstants.SECONDS)
                    : BigDecimal.ZERO);
    if (seconds.signum() == 0 || seconds.compareTo(new BigDecimal(NEVER_SECONDS)) > 0) {
      return Optional.empty();
    }
    // at least a millisecond, because zero would mean unlimited
    long millis = Math.max(1, seconds.movePointRight(3).longValue());
    return Optional.of(Duration.ofMillis(millis));
  }

  private static BigInteger whole(
      javax.xml.datatype.Duration duration, Field field, long secondsEach) {
    return duration.isSet(field)
        ? ((BigInteger) duration.getField(field)).multiply(BigInteger.valueOf(secondsEach))
        : BigInteger.ZERO;
  }
}
