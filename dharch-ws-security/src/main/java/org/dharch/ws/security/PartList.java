package org.dharch.ws.security;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;

/**
 * Parts of a message in a parameter, separated by blanks: {@code body}, {@code timestamp}, {@code
 * username}, and {@code {namespace}name} for header blocks. {@code {namespace}name?} is an optional
 * block, where that matters.
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
  static PartList read(HandlerSettings settings, String parameter, String otherwise) {
    PartList list = readDemanded(settings, parameter, otherwise);
    if (!list.optional.isEmpty()) {
      throw HandlerSettings.wrong(parameter, settings.text(parameter).orElse(otherwise), ALLOWED);
    }
    return list;
  }

  /** Reads a parameter that requires blocks. */
  static PartList readDemanded(HandlerSettings settings, String parameter, String otherwise) {
    boolean body = false;
    boolean timestamp = false;
    boolean username = false;
    Set<QName> headers = new LinkedHashSet<>();
    Set<QName> optional = new LinkedHashSet<>();
    String said = settings.text(parameter).orElse(otherwise);
    for (String each : said.isEmpty() ? new String[0] : said.split("\\s+", -1)) {
      switch (each) {
        case "body" -> body = true;
        case "timestamp" -> timestamp = true;
        case "username" -> username = true;
        case "none" -> {
          // explicitly empty instead of the default
        }
        default -> {
          if (each.endsWith("?")) {
            optional.add(header(parameter, each, each.substring(0, each.length() - 1)));
          } else {
            headers.add(header(parameter, each, each));
          }
        }
      }
    }
    return new PartList(body, timestamp, username, Set.copyOf(headers), Set.copyOf(optional));
  }

  private static QName header(String parameter, String said, String text) {
    return HandlerSettings.elementName(text)
        .filter(name -> !name.getNamespaceURI().isEmpty())
        .orElseThrow(() -> HandlerSettings.wrong(parameter, said, ALLOWED));
  }

  boolean isEmpty() {
    return !body && !timestamp && !username && headers.isEmpty() && optional.isEmpty();
  }
}
