package org.dharch.benchmarks.load;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;

/**
 * The description of a service for a {@link ServiceHost} in another JVM, as names and values in a
 * text.
 */
public final class DeploymentDescription {
  private DeploymentDescription() {}

  /** Writes {@code values} as text. */
  public static String text(Map<String, String> values) {
    Properties properties = new Properties();
    properties.putAll(values);
    StringWriter text = new StringWriter();
    try {
      properties.store(text, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Parses {@code text}. */
  public static Properties read(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
