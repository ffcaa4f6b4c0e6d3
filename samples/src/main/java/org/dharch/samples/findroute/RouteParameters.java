package org.dharch.samples.findroute;

import java.net.URI;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;

/** Reads a handler's parameters; errors have the parameter's name and value. */
final class RouteParameters {
  private RouteParameters() {}

  static URI uri(HandlerDescription description, String name) {
    String text = text(description, name);
    if (!text.matches("https?://[^/ ]+/[^ ]*")) {
      throw wrong(description, name, text, "a URL of http or https");
    }
    return URI.create(text);
  }

  static QName oneOf(HandlerDescription description, String name, QName one, QName other) {
    String text = text(description, name);
    if (text.equals(one.getLocalPart())) {
      return one;
    }
    if (text.equals(other.getLocalPart())) {
      return other;
    }
    throw wrong(description, name, text, one.getLocalPart() + " or " + other.getLocalPart());
  }

  private static String text(HandlerDescription description, String name) {
    return Optional.ofNullable(description.getParameter(name))
        .map(Parameter::getValue)
        .map(value -> value.toString().strip())
        .filter(value -> !value.isEmpty())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "handler '" + description.getName() + "' needs parameter '" + name + "'"));
  }

  private static IllegalArgumentException wrong(
      HandlerDescription description, String name, String text, String allowed) {
    return new IllegalArgumentException(
        "handler '"
            + description.getName()
            + "': parameter '"
            + name
            + "' must be "
            + allowed
            + " (got '"
            + text
            + "')");
  }
}
