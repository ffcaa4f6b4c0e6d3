package org.dharch.handlers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;

/**
 * Parses names of elements in parameters: {@code {namespace}name}, or {@code name} without a
 * namespace.
 */
final class Names {
  private static final Pattern STEP = Pattern.compile("(?:\\{[^{}\\s]*\\})?[^{}/\\s]+");

  private Names() {}

  static QName name(String parameter, String text) {
    return HandlerSettings.elementName(text)
        .orElseThrow(() -> HandlerSettings.wrong(parameter, text, "{namespace}name"));
  }

  /**
   * Parses names separated by slashes.
   *
   * @param whole the parameter's value, for errors
   * @param allowed the allowed values, for errors
   */
  static List<QName> path(String parameter, String whole, String text, String allowed) {
    List<QName> names = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    for (int at = 0; at <= text.length(); ) {
      step.region(at, text.length());
      if (!step.lookingAt() || (step.end() < text.length() && text.charAt(step.end()) != '/')) {
        throw HandlerSettings.wrong(parameter, whole, allowed);
      }
      names.add(
          HandlerSettings.elementName(step.group())
              .orElseThrow(() -> HandlerSettings.wrong(parameter, whole, allowed)));
      at = step.end() + 1;
    }
    return names;
  }
}
