package org.dharch.core.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/**
 * Parameters as texts, with typed access. An empty value counts as not set.
 *
 * @param texts by their names
 * @param places the location of each, as far as known
 */
public record Parameters(Map<String, String> texts, Map<String, String> places) {
  /** The prefix of DHArch's parameters. */
  public static final String PREFIX = "dharch.";

  /** The parameter that names a properties file with more of them. */
  public static final String CONFIG = "dharch.config";

  public Parameters {
    texts = Map.copyOf(texts);
    places = Map.copyOf(places);
  }

  /** Parameters without known locations. */
  public Parameters(Map<String, String> texts) {
    this(texts, Map.of());
  }

  /** Merges both; {@code others} has precedence. */
  public Parameters with(Parameters others) {
    Map<String, String> allTexts = new LinkedHashMap<>(texts);
    allTexts.putAll(others.texts);
    Map<String, String> allPlaces = new LinkedHashMap<>(places);
    allPlaces.keySet().removeAll(others.texts.keySet());
    allPlaces.putAll(others.places);
    return new Parameters(allTexts, allPlaces);
  }

  /** Parameters that are all located at {@code place}. */
  public static Parameters in(String place, Map<String, String> texts) {
    Map<String, String> places = new LinkedHashMap<>();
    texts.keySet().forEach(name -> places.put(name, place));
    return new Parameters(texts, places);
  }

  /** The name for errors, with its location if known. */
  String named(String name) {
    String place = places.get(name);
    return (place == null ? "" : place + ": ") + "parameter '" + name + "'";
  }

  /** The trimmed value. */
  public Optional<String> text(String name) {
    return Optional.of(texts.getOrDefault(name, "").strip()).filter(text -> !text.isEmpty());
  }

  /**
   * A positive duration.
   *
   * @throws DHArchException naming the parameter, its value and the allowed values
   */
  public Duration duration(String name, Duration absent) {
    return text(name).map(text -> Durations.parse(name, text)).orElse(absent);
  }

  /**
   * A whole number, at least {@code min}.
   *
   * @throws DHArchException as {@link #duration}
   */
  public int number(String name, int absent, int min) {
    return text(name).map(text -> number(name, text, min)).orElse(absent);
  }

  /**
   * {@code true} or {@code false}; false if absent.
   *
   * @throws DHArchException as {@link #duration}
   */
  public boolean flag(String name) {
    String text = text(name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw new DHArchException(name + " must be true or false (got " + text + ")");
    }
    return text.equals("true");
  }

  /**
   * Reads a properties file.
   *
   * @throws DHArchException if it cannot be read, or has other parameters than DHArch's
   */
  public static Parameters read(Path file) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new DHArchException(
          CONFIG + " must be a readable properties file (got " + file + ": " + Reason.of(e) + ")",
          e);
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (!name.startsWith(PREFIX)) {
        throw new DHArchException(
            file + ": unknown parameter '" + name + "'; names must begin with dharch.");
      }
      texts.put(name, properties.getProperty(name));
    }
    return in(file.toString(), texts);
  }

  static int number(String name, String text, int min) {
    return (int) number(name, text, min, Integer.MAX_VALUE);
  }

  /** A number of bytes, which may exceed the size of an array. */
  static long bytes(String name, String text, int min) {
    return number(name, text, min, Long.MAX_VALUE);
  }

  private static long number(String name, String text, long min, long max) {
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number that is too small
    }
    throw new DHArchException(
        name + " must be a whole number from " + min + " to " + max + " (got " + text + ")");
  }
}
