package org.dharch.samples;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;

/** Reads a handler's parameters; errors have the parameter's name and value. */
final class HandlerParameters {
  private final HandlerDescription description;

  HandlerParameters(HandlerDescription description) {
    this.description = description;
  }

  String text(String name, String absent) {
    return find(name).orElse(absent);
  }

  String text(String name) {
    return find(name)
        .orElseThrow(
            () -> new IllegalArgumentException(where() + " needs parameter '" + name + "'"));
  }

  Path path(String name) {
    return Path.of(text(name));
  }

  boolean flag(String name, boolean absent) {
    String text = text(name, String.valueOf(absent));
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(name, text, "true or false");
    }
    return text.equals("true");
  }

  int number(String name, int absent, int min, int max) {
    String text = text(name, String.valueOf(absent));
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(name, text, min + " to " + max);
    }
    throw wrong(name, text, min + " to " + max);
  }

  private Optional<String> find(String name) {
    Parameter parameter = description.getParameter(name);
    return parameter == null || parameter.getValue() == null
        ? Optional.empty()
        : Optional.of(parameter.getValue().toString().trim()).filter(text -> !text.isEmpty());
  }

  private IllegalArgumentException wrong(String name, String value, String allowed) {
    return new IllegalArgumentException(
        where() + ": parameter '" + name + "' must be " + allowed + " (got '" + value + "')");
  }

  private String where() {
    return "handler '" + description.getName() + "'";
  }
}
