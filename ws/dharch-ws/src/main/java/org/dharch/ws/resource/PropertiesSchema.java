package org.dharch.ws.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.SchemaGlobalElement;
import org.apache.xmlbeans.SchemaParticle;
import org.apache.xmlbeans.SchemaType;
import org.apache.xmlbeans.SchemaTypeLoader;
import org.apache.xmlbeans.SchemaTypeSystem;
import org.apache.xmlbeans.XmlBeans;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlException;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.apache.xmlbeans.impl.xb.xsdschema.SchemaDocument;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.soap.SafeXml;

/**
 * A schema of resource properties documents: the allowed document elements and their ordered
 * properties. Thread-safe.
 */
public final class PropertiesSchema {
  private static final int MAX_ERRORS = 5;
  private static final int MAX_MESSAGE = 400;

  private final SchemaTypeSystem types;

  /** The properties of each document element, with their indexes. */
  private final Map<QName, Map<QName, Integer>> documents = new LinkedHashMap<>();

  private PropertiesSchema(SchemaTypeSystem types) {
    this.types = types;
    for (SchemaGlobalElement element : types.globalElements()) {
      Map<QName, Integer> indexes = new LinkedHashMap<>();
      collect(element.getType().getContentModel(), indexes);
      documents.put(element.getName(), indexes);
    }
  }

  private static void collect(SchemaParticle particle, Map<QName, Integer> indexes) {
    if (particle == null) {
      return;
    }
    if (particle.getParticleType() == SchemaParticle.ELEMENT) {
      indexes.putIfAbsent(particle.getName(), indexes.size());
    } else if (particle.getParticleType() != SchemaParticle.WILDCARD) {
      for (SchemaParticle child : particle.getParticleChildren()) {
        collect(child, indexes);
      }
    }
  }

  /**
   * Compiles a schema. It may import WSRF, WS-Addressing and local files by location; nothing is
   * fetched from the network.
   *
   * @param xsd the document
   * @param place its location, as a URI
   * @throws DHArchException if it is not a valid schema
   */
  public static PropertiesSchema compile(byte[] xsd, String place) {
    List<XmlError> errors = new ArrayList<>();
    SchemaTypeLoader known =
        XmlBeans.typeLoaderUnion(XmlBeans.getBuiltinTypeSystem(), SafeXml.types());
    try {
      SchemaDocument document = SafeXml.parse(xsd, SchemaDocument.Factory);
      document.documentProperties().setSourceName(place);
      return new PropertiesSchema(
          XmlBeans.compileXsd(
              new XmlObject[] {document}, known, new XmlOptions().setErrorListener(errors)));
    } catch (XmlException | MalformedMessageException e) {
      throw new DHArchException(
          "invalid schema: " + (errors.isEmpty() ? e.getMessage() : message(errors)), e);
    }
  }

  boolean isProperty(QName document, QName property) {
    return indexes(document).containsKey(property);
  }

  /** Returns true if any document may have this property. */
  public boolean isProperty(QName property) {
    return documents.values().stream().anyMatch(indexes -> indexes.containsKey(property));
  }

  private Map<QName, Integer> indexes(QName document) {
    return documents.getOrDefault(document, Map.of());
  }

  PropertiesDocument.Order order(QName document) {
    Map<QName, Integer> indexes = indexes(document);
    return (name, existing) -> {
      int index = indexes.getOrDefault(name, Integer.MAX_VALUE);
      for (int i = existing.size(); i > 0; i--) {
        if (indexes.getOrDefault(existing.get(i - 1), Integer.MAX_VALUE) <= index) {
          return i;
        }
      }
      return 0;
    };
  }

  /** Validates a document; returns one line with the errors, or empty if it is valid. */
  Optional<String> validate(byte[] xml) {
    XmlObject document = SafeXml.parse(xml, types);
    SchemaType type = document.schemaType();
    if (!type.isDocumentType()) {
      return Optional.of("the schema must declare its document element");
    }
    List<XmlError> errors = new ArrayList<>();
    return document.validate(new XmlOptions().setErrorListener(errors))
        ? Optional.empty()
        : Optional.of(message(errors));
  }

  private static String message(XmlError error) {
    XmlCursor at = error.getCursorLocation();
    if (at == null || (!at.isStart() && !at.toParent())) {
      return error.getMessage();
    }
    QName name = at.getName();
    return (name == null ? "" : name.getLocalPart() + ": ") + error.getMessage();
  }

  private static String message(Collection<XmlError> errors) {
    StringBuilder all = new StringBuilder();
    errors.stream()
        .limit(MAX_ERRORS)
        .forEach(error -> all.append(all.isEmpty() ? "" : "; ").append(message(error)));
    String line = all.toString().replaceAll("\\s+", " ");
    return line.length() > MAX_MESSAGE ? line.substring(0, MAX_MESSAGE) + '…' : line;
  }
}
