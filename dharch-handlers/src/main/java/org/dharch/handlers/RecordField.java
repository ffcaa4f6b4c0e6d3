package org.dharch.handlers;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.document.HandlerSettings;

/**
 * One field of a record: its attribute and the conversion of its text. Immutable.
 *
 * @param name of the attribute
 * @param key the required prefix of its text, which is removed; usually empty
 * @param converter converts the text to the attribute's value
 */
record RecordField(String name, String key, UnaryOperator<String> converter) {
  static final String ALLOWED =
      "fields with blanks between them, each [key=]name, or with :date:dd.MM.uuuu, :decimal:, or"
          + " :decimal:. by its decimal sign, or :implied:2 by its digits behind that";

  private static final Pattern FIELD =
      Pattern.compile("(?:([^\\s=:]+=))?([\\p{L}_][\\p{L}\\p{N}_.-]*)(?::([a-z]+):(\\S+))?");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?");

  static RecordField of(String text) {
    Matcher field = FIELD.matcher(text);
    if (!field.matches()) {
      throw HandlerSettings.wrong("fields", text, ALLOWED);
    }
    String key = field.group(1) == null ? "" : field.group(1);
    if (field.group(3) == null) {
      return new RecordField(field.group(2), key, value -> value);
    }
    return new RecordField(field.group(2), key, converter(field.group(3), field.group(4), text));
  }

  private static UnaryOperator<String> converter(String type, String format, String text) {
    switch (type) {
      case "date" -> {
        try {
          DateTimeFormatter dates =
              DateTimeFormatter.ofPattern(format, Locale.ROOT)
                  .withResolverStyle(ResolverStyle.STRICT);
          LocalDate.parse(LocalDate.of(2026, 12, 31).format(dates), dates); // must be readable
          return value -> LocalDate.parse(value, dates).toString();
        } catch (DateTimeException | IllegalArgumentException e) {
          throw HandlerSettings.wrong("fields", text, ALLOWED);
        }
      }
      case "decimal" -> {
        if (format.equals(",") || format.equals(".")) {
          String group = format.equals(",") ? "." : ",";
          return value -> decimal(value.replace(group, "").replace(format, ".")).toPlainString();
        }
      }
      case "implied" -> {
        if (format.matches("[1-9]")) {
          int digits = format.charAt(0) - '0';
          return value -> integer(value).movePointLeft(digits).toPlainString();
        }
      }
      default -> {} // reported below
    }
    throw HandlerSettings.wrong("fields", text, ALLOWED);
  }

  private static BigDecimal decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException("must be a number");
    }
    return new BigDecimal(text);
  }

  private static BigDecimal integer(String text) {
    BigDecimal number = decimal(text);
    if (number.scale() != 0) {
      throw new IllegalArgumentException("must be a whole number");
    }
    return number;
  }

  /**
   * @throws IllegalArgumentException naming the field if the text is invalid
   */
  String value(String text) {
    if (!text.startsWith(key)) {
      throw new IllegalArgumentException(name + " must begin with " + key);
    }
    try {
      return converter.apply(text.substring(key.length()));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException("invalid " + name + ": " + e.getMessage(), e);
    }
  }
}
