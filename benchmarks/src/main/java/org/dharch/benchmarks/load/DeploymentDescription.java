package org.dharch.benchmarks.load;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;

/**
 * Of a service that a {@link ServiceHost} in another JVM is to deploy: names and values as text.
 */
public final class DeploymentDescription {
  private DeploymentDescription() {}

  /** The text of {@code values}. */
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

  /** What {@code text} says. */
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
