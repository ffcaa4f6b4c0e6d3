package org.dharch.core.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;

public final class XmlElements {
  private XmlElements() {}

  /** The child elements, each with its own type, in document order. */
  public static List<XmlObject> children(XmlObject element) {
    List<XmlObject> children = new ArrayList<>();
    try (XmlCursor cursor = element.newCursor()) {
      for (boolean more = cursor.toFirstChild(); more; more = cursor.toNextSibling()) {
        children.add(cursor.getObject());
      }
    }
    return children;
  }

  public static String name(XmlObject element) {
    try (XmlCursor cursor = element.newCursor()) {
      return cursor.getName().getLocalPart();
    }
  }

  public static Optional<String> attribute(XmlObject element, String name) {
    try (XmlCursor cursor = element.newCursor()) {
      return Optional.ofNullable(cursor.getAttributeText(new QName(name)));
    }
  }

  /** The namespaces in scope, by prefix; without the default one, which no prefix names. */
  public static Map<String, String> namespaces(XmlObject element) {
    Map<String, String> namespaces = new HashMap<>();
    try (XmlCursor cursor = element.newCursor()) {
      cursor.getAllNamespaces(namespaces);
    }
    namespaces.remove("");
    return namespaces;
  }
}
