package org.dharch.ws.soap;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.xmlbeans.SchemaTypeLoader;
import org.apache.xmlbeans.SchemaTypeSystem;
import org.apache.xmlbeans.XmlException;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.apache.xmlbeans.impl.schema.AbstractDocumentFactory;
import org.codehaus.stax2.XMLInputFactory2;
import org.dharch.core.document.QuietLogging;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.types.soap11.EnvelopeDocument;
import org.w3c.dom.Node;

/**
 * The only way in for XML from outside: no other class makes a parser (a test of the module sees to
 * that). A document type declaration is refused, so no entity is ever defined, loaded or expanded;
 * everything else that can grow has a bound. Stateless; safe for any thread.
 */
public final class SafeXml {
  /** The longest document, in bytes. */
  public static final int MAX_BYTES = 16_000_000;

  /** How deep elements may be nested. */
  public static final int MAX_DEPTH = 128;

  /** The most attributes of one element, namespace declarations included. */
  public static final int MAX_ATTRIBUTES = 256;

  /** The longest attribute value, in characters. */
  public static final int MAX_ATTRIBUTE_LENGTH = 65_536;

  /** The longest text of one element, in characters. */
  public static final int MAX_TEXT = 1_000_000;

  /** The most elements of a document. */
  public static final int MAX_ELEMENTS = 1_000_000;

  /** The most children of one element. */
  public static final int MAX_CHILDREN = 100_000;

  private static final WstxInputFactory FACTORY = factory();

  private static final Set<String> ENCODINGS = Set.of("UTF-8", "US-ASCII", "ASCII");

  /**
   * Of the generated types alone. XMLBeans' own for everything that is on the class path remembers
   * each name that it was ever asked for, and here strangers ask.
   */
  private static final SchemaTypeLoader TYPES;

  private static final XmlOptions OPTIONS;

  static {
    QuietLogging.begin();
    TYPES = EnvelopeDocument.Factory.getTypeLoader();
    OPTIONS = new XmlOptions().setUnsynchronized();
  }

  private static final Pattern PLACE = Pattern.compile("\\s*at \\[row,col.*?]: \\[[^]]*]");
  private static final Pattern MESSAGE =
      Pattern.compile("^ParseError at \\[row,col]:\\[[^]]*]\\s*Message: ");
  private static final int MOST_SAID = 400;

  private SafeXml() {}

  private static WstxInputFactory factory() {
    WstxInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    // errors come when an event is asked for, as checked exceptions, not later from its text
    factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    factory.setProperty(XMLInputFactory2.P_INTERN_NS_URIS, false);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, MAX_ATTRIBUTE_LENGTH);
    factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, MAX_TEXT);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, MAX_ELEMENTS);
    factory.setProperty(WstxInputProperties.P_MAX_CHILDREN_PER_ELEMENT, MAX_CHILDREN);
    factory.setProperty(WstxInputProperties.P_MAX_CHARACTERS, MAX_BYTES);
    return factory;
  }

  /**
   * Reads a document one event after another, from its start on.
   *
   * @param xml in UTF-8
   * @throws MalformedMessageException if it is too long or its beginning is not XML. What is found
   *     later is an XMLStreamException of the reader.
   */
  public static XMLStreamReader reader(byte[] xml) {
    if (xml.length > MAX_BYTES) {
      throw new MalformedMessageException(
          "the XML has " + xml.length + " bytes; " + MAX_BYTES + " are allowed");
    }
    try {
      XMLStreamReader reader =
          FACTORY.createXMLStreamReader(new ByteArrayInputStream(xml), "UTF-8");
      String declared = reader.getCharacterEncodingScheme();
      if (declared != null && !ENCODINGS.contains(declared.toUpperCase(Locale.ROOT))) {
        throw new MalformedMessageException(
            "the XML says that its encoding is " + declared + "; UTF-8 is allowed");
      }
      if (!"1.0".equals(reader.getVersion()) && reader.getVersion() != null) {
        throw new MalformedMessageException(
            "the XML says that it is XML " + reader.getVersion() + "; 1.0 is allowed");
      }
      return new GuardedReader(reader);
    } catch (XMLStreamException e) {
      throw malformed(e);
    }
  }

  /**
   * A whole document as a tree of the type that it is to have.
   *
   * @param xml in UTF-8
   * @param factory the type's own, {@code XDocument.Factory}
   * @throws MalformedMessageException if it is not well-formed, past a bound, or its document
   *     element is another one. It is not validated.
   */
  public static <T extends XmlObject> T parse(byte[] xml, AbstractDocumentFactory<T> factory) {
    try {
      return factory.parse(reader(xml), OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /**
   * A whole document as a tree of its own type if it is one of {@code org.dharch.ws.types}, else
   * one without a type.
   *
   * @param xml in UTF-8
   * @throws MalformedMessageException if it is not well-formed or past a bound. It is not
   *     validated.
   */
  public static XmlObject parse(byte[] xml) {
    return tree(reader(xml));
  }

  /**
   * A whole document as a tree of a type of other schemas.
   *
   * @param xml in UTF-8
   * @param types where its document element is looked for
   * @throws MalformedMessageException if it is not well-formed or past a bound. It is not
   *     validated.
   */
  public static XmlObject parse(byte[] xml, SchemaTypeSystem types) {
    try {
      return types.parse(reader(xml), null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /** The generated types, for schemas that refer to them. */
  public static SchemaTypeLoader types() {
    return TYPES;
  }

  /** The same, of what a reader says; it is this class's, or one of another library's tree. */
  static XmlObject tree(XMLStreamReader reader) {
    try {
      return TYPES.parse(reader, null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /** The same, of another library's tree. */
  static XmlObject tree(Node node) {
    try {
      return TYPES.parse(node, null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /** What is wrong with XML, in one line with its place. */
  static MalformedMessageException malformed(Exception e) {
    Throwable cause = e instanceof XmlException && e.getCause() != null ? e.getCause() : e;
    String place = "";
    if (cause instanceof XMLStreamException x && x.getLocation() != null) {
      Location at = x.getLocation();
      place = "line " + at.getLineNumber() + ", column " + at.getColumnNumber() + ": ";
    }
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    // where the libraries say the place themselves, on a line of its own
    String said = MESSAGE.matcher(PLACE.matcher(message).replaceAll("")).replaceFirst("");
    String line = said.replaceAll("\\s+", " ").strip();
    return new MalformedMessageException(
        "XML: " + place + (line.length() > MOST_SAID ? line.substring(0, MOST_SAID) + '…' : line),
        e);
  }
}
