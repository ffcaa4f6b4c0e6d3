package org.dharch.core.orchestration.document;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.XmlElements;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.xpath.XPath;
import org.dharch.schema.orchestration.ElementPartType;
import org.dharch.schema.orchestration.HandlerType;
import org.dharch.schema.orchestration.HeaderPartType;
import org.dharch.schema.orchestration.PartsType;
import org.dharch.schema.orchestration.PropertyPartType;

/** Reads the parts that a handler declares to read and to write. */
final class PartReader {
  private final DocumentProblems problems;

  PartReader(DocumentProblems problems) {
    this.problems = problems;
  }

  /** Reads the declarations of {@code xml}; empty if it has neither reads nor writes. */
  Optional<Access> access(HandlerType xml) {
    if (!xml.isSetReads() && !xml.isSetWrites()) {
      return Optional.empty();
    }
    return Optional.of(
        Access.of(
            xml.isSetReads() ? parts(xml.getReads()) : Set.of(),
            xml.isSetWrites() ? parts(xml.getWrites()) : Set.of()));
  }

  /** The parts that {@code xml} names. */
  Set<DeclaredPart> parts(PartsType xml) {
    Set<DeclaredPart> parts = new LinkedHashSet<>();
    for (XmlObject child : XmlElements.children(xml)) {
      part(child)
          .ifPresent(
              part -> {
                if (!parts.add(part)) {
                  problems.add(child, part + " must occur only once");
                }
              });
    }
    return parts;
  }

  private Optional<DeclaredPart> part(XmlObject xml) {
    if (xml instanceof HeaderPartType header) {
      return name(xml, header.getName()).map(DeclaredPart.Header::new);
    } else if (xml instanceof ElementPartType element) {
      List<QName> path = new ArrayList<>();
      String[] steps = element.getPath().split("/", -1);
      for (String step : steps) {
        name(xml, step).ifPresent(path::add);
      }
      return path.size() == steps.length
          ? Optional.of(new DeclaredPart.Element(path))
          : Optional.empty();
    } else if (xml instanceof PropertyPartType property) {
      return Optional.of(new DeclaredPart.Property(property.getName()));
    }
    return Optional.of(new DeclaredPart.Body());
  }

  private Optional<QName> name(XmlObject place, String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return Optional.of(new QName(text));
    }
    String prefix = text.substring(0, colon);
    Map<String, String> namespaces = XmlElements.namespaces(place);
    namespaces.put(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI);
    String namespace = namespaces.get(prefix);
    if (namespace == null) {
      problems.add(
          place,
          "'" + text + "': " + XPath.unbound(Set.of(prefix), new TreeSet<>(namespaces.keySet())));
      return Optional.empty();
    }
    return Optional.of(new QName(namespace, text.substring(colon + 1), prefix));
  }
}
