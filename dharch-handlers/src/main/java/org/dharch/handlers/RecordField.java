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
 * One field of a record: its attribute, and how its text is read. Immutable.
 *
 * @param name of the attribute
 * @param key the required prefix of its text, which is removed; usually empty
 * @param reading converts the text to the attribute's value
 */
record RecordField(String name, String key, UnaryOperator<String> reading) {
  static final String ALLOWED =
      "fields with blanks between them, each [key=]name, or with :date:dd.MM.uuuu, :decimal:, or"
          + " :decimal:. by its decimal sign, or :implied:2 by its digits behind that";

  private static final Pattern FIELD =
      Pattern.compile("(?:([^\\s=:]+=))?([\\p{L}_][\\p{L}\\p{N}_.-]*)(?::([a-z]+):(\\S+))?");
  private static final Pattern PLAIN = Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?");

  static RecordField of(String text) {
    Matcher field = FIELD.matcher(text);
    if (!field.matches()) {
      throw HandlerSettings.wrong("fields", text, ALLOWED);
    }
    String key = field.group(1) == null ? "" : field.group(1);
    if (field.group(3) == null) {
      return new RecordField(field.group(2), key, it -> it);
    }
    return new RecordField(field.group(2), key, reading(field.group(3), field.group(4), text));
  }

  private static UnaryOperator<String> reading(String type, String how, String text) {
    switch (type) {
      case "date" -> {
        try {
          DateTimeFormatter dates =
              DateTimeFormatter.ofPattern(how, Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
          LocalDate.parse(LocalDate.of(2026, 12, 31).format(dates), dates); // can it be read?
          return it -> LocalDate.parse(it, dates).toString();
        } catch (DateTimeException | IllegalArgumentException e) {
          throw HandlerSettings.wrong("fields", text, ALLOWED);
        }
      }
      case "decimal" -> {
        if (how.equals(",") || how.equals(".")) {
          String group = how.equals(",") ? "." : ",";
          return it -> plain(it.replace(group, "").replace(how, ".")).toPlainString();
        }
      }
      case "implied" -> {
        if (how.matches("[1-9]")) {
          int digits = how.charAt(0) - '0';
          return it -> whole(it).movePointLeft(digits).toPlainString();
        }
      }
      default -> {
        // reported below
      }
    }
    throw HandlerSettings.wrong("fields", text, ALLOWED);
  }

  private static BigDecimal plain(String text) {
    if (!PLAIN.matcher(text).matches()) {
      throw new IllegalArgumentException("must be a number");
    }
    return new BigDecimal(text);
  }

  private static BigDecimal whole(String text) {
    BigDecimal number = plain(text);
    if (number.scale() != 0) {
      throw new IllegalArgumentException("must be a whole number");
    }
    return number;
  }

  /**
   * Returns the attribute's value.
   *
   * @throws IllegalArgumentException naming the field if the text is invalid
   */
  String value(String text) {
    if (!text.startsWith(key)) {
      throw new IllegalArgumentException(name + " must begin with " + key);
    }
    try {
      return reading.apply(text.substring(key.length()));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException("invalid " + name + ": " + e.getMessage(), e);
    }
  }
}
