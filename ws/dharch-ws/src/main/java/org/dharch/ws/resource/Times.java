package org.dharch.ws.resource;

import java.math.BigInteger;
import java.time.Instant;
import java.util.GregorianCalendar;
import java.util.OptionalLong;
import java.util.TimeZone;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.dharch.ws.soap.ElementWriter;

/** Reads and writes times and durations of XML Schema. */
final class Times {
  /** The last time with a year of four digits. */
  static final long LAST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long BEYOND = Instant.parse("+10000-01-01T00:00:00Z").toEpochMilli();

  /** The maximum length of a time or duration text. */
  private static final int MAX_LENGTH = 64;

  private static final BigInteger LAST_YEAR = BigInteger.valueOf(9999);

  /** The maximum number of years of a duration, and the corresponding bound of shorter units. */
  private static final double MAX_YEARS = 9_999;

  private static final double MAX_OTHERS = 2_000_000_000;

  private static final DatatypeFactory TYPES = DatatypeFactory.newDefaultInstance();

  private Times() {}

  static String text(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  /**
   * Parses an {@code xsd:dateTime} into milliseconds since 1970; the default zone is UTC.
   *
   * @throws IllegalArgumentException if it is invalid, or its year is not 1 to 9999
   */
  static long dateTime(String text) {
    requireShort(text);
    XMLGregorianCalendar calendar = TYPES.newXMLGregorianCalendar(text);
    if (!calendar.getXMLSchemaType().equals(DatatypeConstants.DATETIME)) {
      throw new IllegalArgumentException("'" + text + "' is not a valid dateTime");
    }
    BigInteger year = calendar.getEonAndYear();
    if (year.signum() < 1 || year.compareTo(LAST_YEAR) > 0) {
      throw new IllegalArgumentException("the year of '" + text + "' is not 1 to 9999");
    }
    if (calendar.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
      calendar.setTimezone(0);
    }
    long millis = calendar.toGregorianCalendar().getTimeInMillis();
    if (millis < FIRST || millis >= BEYOND) { // the zone moved it into another year
      throw new IllegalArgumentException("the year of '" + text + "' in UTC is not 1 to 9999");
    }
    return millis;
  }

  /**
   * Returns the end of an {@code xsd:duration} that starts now, in milliseconds since 1970.
   *
   * @throws IllegalArgumentException if it is invalid or negative, or ends after the year 9999
   */
  static long after(long now, String text) {
    requireShort(text);
    Duration duration = TYPES.newDuration(text);
    if (duration.getSign() < 0) {
      throw new IllegalArgumentException("'" + text + "' is negative");
    }
    if (!isSmall(duration)) {
      throw new IllegalArgumentException("'" + text + "' is too long");
    }
    GregorianCalendar end = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
    end.setTimeInMillis(now);
    duration.addTo(end);
    long millis = end.getTimeInMillis();
    if (millis > LAST) {
      throw new IllegalArgumentException("'" + text + "' is too long");
    }
    return millis;
  }

  private static boolean isSmall(Duration duration) {
    for (DatatypeConstants.Field field :
        new DatatypeConstants.Field[] {
          DatatypeConstants.YEARS,
          DatatypeConstants.MONTHS,
          DatatypeConstants.DAYS,
          DatatypeConstants.HOURS,
          DatatypeConstants.MINUTES,
          DatatypeConstants.SECONDS
        }) {
      Number number = duration.getField(field);
      double max = field.equals(DatatypeConstants.YEARS) ? MAX_YEARS : MAX_OTHERS;
      if (number != null && number.doubleValue() > max) {
        return false;
      }
    }
    return true;
  }

  private static void requireShort(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a time must have at most " + MAX_LENGTH + " characters (got " + text.length() + ")");
    }
  }

  /** Writes an element with a time; nil if the time is empty. */
  static String time(QName name, OptionalLong at) {
    ElementWriter out = new ElementWriter().start(name);
    if (at.isPresent()) {
      out.text(text(at.getAsLong()));
    } else {
      out.attribute(new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil", "xsi"), "true");
    }
    return out.end().toString();
  }
}
