package org.dharch.ws.rm.message;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeConstants.Field;
import javax.xml.datatype.DatatypeFactory;
import org.dharch.core.message.Brief;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/** What stands in the elements: identifiers, numbers, durations. */
final class RmElements {
  /** Longer than that is never: 100 years. */
  private static final BigInteger NEVER_SECONDS = BigInteger.valueOf(100L * 365 * 86_400);

  private static final int MAX_DURATION = 64;
  private static final BigInteger HIGHEST = BigInteger.valueOf(RmVersion.MAX_MESSAGE_NUMBER);
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private RmElements() {}

  /** A message of the protocol that is wrong, where the protocol has no fault for that. */
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
   * A message number, or one that would be.
   *
   * @return empty if it is beyond the highest that there can be
   */
  static Optional<Long> number(String text, String around) throws ProcessingException {
    BigInteger number;
    try {
      if (text.isEmpty() || text.length() > MAX_DURATION) {
        throw new NumberFormatException();
      }
      number = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
    } catch (NumberFormatException e) {
      throw wrong("wsrm:" + around + ": '" + Brief.of(text) + "' is no message number");
    }
    if (number.signum() <= 0) {
      throw wrong("wsrm:" + around + ": " + number + " is no message number; the first is 1");
    }
    return number.compareTo(HIGHEST) > 0 ? Optional.empty() : Optional.of(number.longValue());
  }

  /**
   * How long something is to last.
   *
   * @return empty for ever: PT0S, which peers write for that, and whatever is over 100 years
   */
  static Optional<Duration> duration(String text, String around) throws ProcessingException {
    javax.xml.datatype.Duration duration;
    try {
      if (text.length() > MAX_DURATION) {
        throw new IllegalArgumentException();
      }
      duration = DATATYPES.newDuration(text);
    } catch (IllegalArgumentException e) {
      throw wrong("wsrm:" + around + ": '" + Brief.of(text) + "' is no duration");
    }
    if (duration.getSign() < 0) {
      throw wrong("wsrm:" + around + ": '" + text + "' is over before it begins");
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
    // less than a millisecond is one: nothing is said to be over at once
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
