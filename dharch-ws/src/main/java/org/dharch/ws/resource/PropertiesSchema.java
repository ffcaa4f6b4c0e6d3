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
 * A schema of resource properties documents: the allowed document elements and their properties
 * with their order. Immutable and thread-safe.
 */
public final class PropertiesSchema {
  private static final int MOST_ERRORS = 5;
  private static final int MOST_SAID = 400;

  private final SchemaTypeSystem types;

  /** The properties of each document element, with their positions. */
  private final Map<QName, Map<QName, Integer>> documents = new LinkedHashMap<>();

  private PropertiesSchema(SchemaTypeSystem types) {
    this.types = types;
    for (SchemaGlobalElement element : types.globalElements()) {
      Map<QName, Integer> places = new LinkedHashMap<>();
      collect(element.getType().getContentModel(), places);
      documents.put(element.getName(), places);
    }
  }

  private static void collect(SchemaParticle particle, Map<QName, Integer> places) {
    if (particle == null) {
      return;
    }
    if (particle.getParticleType() == SchemaParticle.ELEMENT) {
      places.putIfAbsent(particle.getName(), places.size());
    } else if (particle.getParticleType() != SchemaParticle.WILDCARD) {
      for (SchemaParticle child : particle.getParticleChildren()) {
        collect(child, places);
      }
    }
  }

  /**
   * Compiles a schema. It may import elements of WSRF and WS-Addressing, and other local files by
   * location. Nothing is fetched from the network.
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
          "invalid schema: " + (errors.isEmpty() ? e.getMessage() : said(errors)), e);
    }
  }

  /** Whether an element of that name may be a resource properties document. */
  boolean isDocument(QName name) {
    return documents.containsKey(name);
  }

  /** Whether documents of that name may have this property. */
  boolean isProperty(QName document, QName property) {
    return places(document).containsKey(property);
  }

  /** Whether any document may have this property. */
  public boolean isProperty(QName property) {
    return documents.values().stream().anyMatch(places -> places.containsKey(property));
  }

  private Map<QName, Integer> places(QName document) {
    return documents.getOrDefault(document, Map.of());
  }

  /** The order of the properties in such a document. */
  PropertiesDocument.Order order(QName document) {
    Map<QName, Integer> places = places(document);
    return (name, among) -> {
      int place = places.getOrDefault(name, Integer.MAX_VALUE);
      for (int i = among.size(); i > 0; i--) {
        if (places.getOrDefault(among.get(i - 1), Integer.MAX_VALUE) <= place) {
          return i;
        }
      }
      return 0;
    };
  }

  /** Validates a document; returns one line with the first error, or empty if it is valid. */
  Optional<String> invalid(byte[] xml) {
    XmlObject document = SafeXml.parse(xml, types);
    SchemaType type = document.schemaType();
    if (!type.isDocumentType()) {
      return Optional.of("the schema must declare its document element");
    }
    List<XmlError> errors = new ArrayList<>();
    return document.validate(new XmlOptions().setErrorListener(errors))
        ? Optional.empty()
        : Optional.of(said(errors));
  }

  private static String said(XmlError error) {
    XmlCursor at = error.getCursorLocation();
    if (at == null || (!at.isStart() && !at.toParent())) {
      return error.getMessage();
    }
    QName name = at.getName();
    return (name == null ? "" : name.getLocalPart() + ": ") + error.getMessage();
  }

  private static String said(Collection<XmlError> errors) {
    StringBuilder all = new StringBuilder();
    errors.stream()
        .limit(MOST_ERRORS)
        .forEach(error -> all.append(all.isEmpty() ? "" : "; ").append(said(error)));
    String line = all.toString().replaceAll("\\s+", " ");
    return line.length() > MOST_SAID ? line.substring(0, MOST_SAID) + '…' : line;
  }
}
