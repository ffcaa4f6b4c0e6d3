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

final class RmElements {
  /** 100 years; longer durations mean unlimited. */
  private static final BigInteger NEVER_SECONDS = BigInteger.valueOf(100L * 365 * 86_400);

  private static final int MAX_DURATION = 64;
  private static final BigInteger HIGHEST = BigInteger.valueOf(RmVersion.MAX_MESSAGE_NUMBER);
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private RmElements() {}

  /** Returns a fault for which the protocol defines no code. */
  static ProcessingException invalid(String reason) {
    return new ProcessingException(SoapFault.of(Code.SENDER, reason));
  }

  static SequenceId identifier(ElementReader in, String element) throws ProcessingException {
    String text = in.text();
    try {
      return new SequenceId(text);
    } catch (IllegalArgumentException e) {
      throw invalid("wsrm:" + element + ": " + e.getMessage());
    }
  }

  /**
   * Parses a message number.
   *
   * @return empty if the number is above the highest possible one
   */
  static Optional<Long> number(String text, String element) throws ProcessingException {
    BigInteger number;
    try {
      if (text.isEmpty() || text.length() > MAX_DURATION) {
        throw new NumberFormatException();
      }
      number = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
    } catch (NumberFormatException e) {
      throw invalid("wsrm:" + element + ": '" + Brief.of(text) + "' is not a message number");
    }
    if (number.signum() <= 0) {
      throw invalid("wsrm:" + element + ": " + number + " is not a message number; the first is 1");
    }
    return number.compareTo(HIGHEST) > 0 ? Optional.empty() : Optional.of(number.longValue());
  }

  /**
   * Parses a duration.
   *
   * @return empty for unlimited: PT0S, which peers use for that, or more than 100 years
   */
  static Optional<Duration> duration(String text, String element) throws ProcessingException {
    javax.xml.datatype.Duration duration;
    try {
      if (text.length() > MAX_DURATION) {
        throw new IllegalArgumentException();
      }
      duration = DATATYPES.newDuration(text);
    } catch (IllegalArgumentException e) {
      throw invalid("wsrm:" + element + ": '" + Brief.of(text) + "' is not a duration");
    }
    if (duration.getSign() < 0) {
      throw invalid("wsrm:" + element + ": '" + text + "' must not be negative");
    }
    BigDecimal total =
        new BigDecimal(
                total(duration, DatatypeConstants.YEARS, 365 * 86_400L)
                    .add(total(duration, DatatypeConstants.MONTHS, 30 * 86_400L))
                    .add(total(duration, DatatypeConstants.DAYS, 86_400))
                    .add(total(duration, DatatypeConstants.HOURS, 3_600))
                    .add(total(duration, DatatypeConstants.MINUTES, 60)))
            .add(
                duration.isSet(DatatypeConstants.SECONDS)
                    ? (BigDecimal) duration.getField(DatatypeConstants.SECONDS)
                    : BigDecimal.ZERO);
    if (total.signum() == 0 || total.compareTo(new BigDecimal(NEVER_SECONDS)) > 0) {
      return Optional.empty();
    }
    // zero would mean unlimited
    long millis = Math.max(1, total.movePointRight(3).longValue());
    return Optional.of(Duration.ofMillis(millis));
  }

  private static BigInteger total(
      javax.xml.datatype.Duration duration, Field field, long unitSeconds) {
    return duration.isSet(field)
        ? ((BigInteger) duration.getField(field)).multiply(BigInteger.valueOf(unitSeconds))
        : BigInteger.ZERO;
  }
}
