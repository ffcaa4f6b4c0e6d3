package org.dharch.handlers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;

/**
 * A path of elements in an envelope: {@code header/{urn:a}x}, {@code body/{urn:a}x/{urn:a}y}, or
 * {@code //{urn:a}y} for any position. Immutable.
 *
 * @param root {@code header}, {@code body}, or empty for any position
 * @param names from the root's child down
 */
record PartPath(String root, List<QName> names) {
  private static final String ALLOWED =
      "header, body, header/{namespace}name, body/{namespace}name/{namespace}name and so on, or"
          + " //{namespace}name for any position; separate several by blanks";
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  PartPath {
    names = List.copyOf(names);
  }

  /** Parses a list that is separated by blanks. */
  static List<PartPath> list(String parameter, String text) {
    List<PartPath> paths = new ArrayList<>();
    for (String each : BLANKS.split(text.strip(), -1)) {
      if (!each.isEmpty()) {
        paths.add(of(parameter, each));
      }
    }
    return Collections.unmodifiableList(paths);
  }

  static PartPath of(String parameter, String text) {
    String root = text.startsWith("header") ? "header" : text.startsWith("body") ? "body" : "";
    if (root.isEmpty() && !text.startsWith("//")) {
      throw HandlerSettings.wrong(parameter, text, ALLOWED);
    }
    if (text.equals(root)) {
      return new PartPath(root, List.of());
    }
    String rest = text.substring(root.isEmpty() ? 2 : root.length());
    if (!root.isEmpty() && !rest.startsWith("/")) {
      throw HandlerSettings.wrong(parameter, text, ALLOWED);
    }
    return new PartPath(
        root, Names.path(parameter, text, rest.substring(root.isEmpty() ? 0 : 1), ALLOWED));
  }

  /**
   * Returns true if the path matches this element.
   *
   * @param in {@code header} or {@code body}
   * @param path from the child of {@code in} down to the element
   */
  boolean matches(String in, List<QName> path) {
    if (root.isEmpty()) {
      int from = path.size() - names.size();
      return from >= 0 && path.subList(from, path.size()).equals(names);
    }
    return root.equals(in) && path.equals(names);
  }
}
