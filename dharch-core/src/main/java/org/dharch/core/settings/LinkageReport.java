package org.dharch.core.settings;

import java.net.URL;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains a {@link LinkageError}: the classes that it names, and the jar of each. Safe for any
 * thread.
 */
public final class LinkageReport {
  /** Fully qualified class names in such errors, with dots or slashes. */
  private static final Pattern CLASS =
      Pattern.compile("[a-z_][\\w$]*(?:[./][a-z_][\\w$]*)*[./][A-Z_$][\\w$]*");

  private LinkageReport() {}

  /** Explains {@code error} in one line, with the classes of {@code loader}. */
  public static String of(LinkageError error, ClassLoader loader) {
    Throwable first = error;
    while (first.getCause() instanceof LinkageError
        || first instanceof ExceptionInInitializerError) {
      if (first.getCause() == null) {
        break;
      }
      first = first.getCause();
    }
    Map<String, String> places = new LinkedHashMap<>();
    name(places, String.valueOf(first.getMessage()), loader);
    StringJoiner line = new StringJoiner("; ");
    line.add(
        "incompatible libraries: " + first.getClass().getSimpleName() + " " + first.getMessage());
    places.forEach((name, place) -> line.add(name + " " + place));
    if (first.getStackTrace().length > 0) {
      StackTraceElement at = first.getStackTrace()[0];
      line.add("needed by " + at.getClassName() + " " + place(at.getClassName(), loader));
    }
    return line.toString();
  }

  private static void name(Map<String, String> places, String message, ClassLoader loader) {
    Matcher found = CLASS.matcher(message);
    while (found.find()) {
      String name = found.group().replace('/', '.');
      if (!name.startsWith("java.")) {
        places.putIfAbsent(name, place(name, loader));
      }
    }
  }

  private static String place(String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      CodeSource source = type.getProtectionDomain().getCodeSource();
      URL place = source == null ? null : source.getLocation();
      return place == null ? "is part of Java" : "is in " + place;
    } catch (ClassNotFoundException e) {
      return "is found nowhere";
    } catch (LinkageError e) {
      return "cannot be loaded";
    }
  }
}
