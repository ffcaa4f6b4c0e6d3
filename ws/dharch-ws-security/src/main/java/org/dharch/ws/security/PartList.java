package org.dharch.ws.security;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;

/**
 * Parts of a message in a parameter, separated by blanks: {@code body}, {@code timestamp}, {@code
 * username}, {@code {namespace}name} for header blocks, and {@code {namespace}name?} for optional
 * blocks.
 *
 * @param timestamp the Timestamp in the Security block
 * @param username the UsernameToken in the Security block
 * @param headers the names of required header blocks
 * @param optional the names of optional header blocks
 */
record PartList(
    boolean body, boolean timestamp, boolean username, Set<QName> headers, Set<QName> optional) {
  private static final String ALLOWED = "body, timestamp, username, {namespace}name";

  /** Reads a parameter that selects existing blocks. */
  static PartList read(HandlerSettings settings, String parameter, String defaultValue) {
    PartList list = readRequired(settings, parameter, defaultValue);
    if (!list.optional.isEmpty()) {
      throw HandlerSettings.wrong(
          parameter, settings.text(parameter).orElse(defaultValue), ALLOWED);
    }
    return list;
  }

  /** Reads a parameter that requires blocks. */
  static PartList readRequired(HandlerSettings settings, String parameter, String defaultValue) {
    boolean body = false;
    boolean timestamp = false;
    boolean username = false;
    Set<QName> headers = new LinkedHashSet<>();
    Set<QName> optional = new LinkedHashSet<>();
    String value = settings.text(parameter).orElse(defaultValue);
    for (String part : value.isEmpty() ? new String[0] : value.split("\\s+", -1)) {
      switch (part) {
        case "body" -> body = true;
        case "timestamp" -> timestamp = true;
        case "username" -> username = true;
        case "none" -> {} // explicitly empty instead of the default
        default -> {
          if (part.endsWith("?")) {
            optional.add(header(parameter, part, part.substring(0, part.length() - 1)));
          } else {
            headers.add(header(parameter, part, part));
          }
        }
      }
    }
    return new PartList(body, timestamp, username, Set.copyOf(headers), Set.copyOf(optional));
  }

  private static QName header(String parameter, String value, String text) {
    return HandlerSettings.elementName(text)
        .filter(name -> !name.getNamespaceURI().isEmpty())
        .orElseThrow(() -> HandlerSettings.wrong(parameter, value, ALLOWED));
  }

  boolean isEmpty() {
    return !body && !timestamp && !username && headers.isEmpty() && optional.isEmpty();
  }
}
