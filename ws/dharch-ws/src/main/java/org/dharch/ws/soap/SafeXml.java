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
 * Parses untrusted XML. No other class may create a parser. Document type declarations are
 * rejected, so entities are never defined or expanded. All sizes are bounded. Thread-safe.
 */
public final class SafeXml {
  /** The maximum length of a document, in bytes. */
  public static final int MAX_BYTES = 16_000_000;

  /** The maximum nesting depth of elements. */
  public static final int MAX_DEPTH = 128;

  /** The maximum number of attributes of one element, including namespace declarations. */
  public static final int MAX_ATTRIBUTES = 256;

  /** The maximum length of an attribute value, in characters. */
  public static final int MAX_ATTRIBUTE_LENGTH = 65_536;

  /** The maximum length of the text of one element, in characters. */
  public static final int MAX_TEXT = 1_000_000;

  /** The maximum number of elements in a document. */
  public static final int MAX_ELEMENTS = 1_000_000;

  /** The maximum number of children of one element. */
  public static final int MAX_CHILDREN = 100_000;

  private static final WstxInputFactory FACTORY = factory();

  private static final Set<String> ENCODINGS = Set.of("UTF-8", "US-ASCII", "ASCII");

  /**
   * Contains only the generated types. The class path loader of XMLBeans caches every requested
   * name, and clients choose the names.
   */
  private static final SchemaTypeLoader TYPES;

  private static final XmlOptions OPTIONS;

  static {
    QuietLogging.begin();
    TYPES = EnvelopeDocument.Factory.getTypeLoader();
    OPTIONS = new XmlOptions().setUnsynchronized();
  }

  private static final Pattern POSITION = Pattern.compile("\\s*at \\[row,col.*?]: \\[[^]]*]");
  private static final Pattern MESSAGE =
      Pattern.compile("^ParseError at \\[row,col]:\\[[^]]*]\\s*Message: ");
  private static final int MAX_MESSAGE = 400;

  private SafeXml() {}

  private static WstxInputFactory factory() {
    WstxInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    // reports errors as checked exceptions of the event, not later of its text
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
   * Reads a document event by event.
   *
   * @param xml in UTF-8
   * @throws MalformedMessageException if it is too long or does not begin as XML. Later errors are
   *     XMLStreamExceptions of the reader.
   */
  public static XMLStreamReader reader(byte[] xml) {
    if (xml.length > MAX_BYTES) {
      throw new MalformedMessageException(
          "the XML must have at most " + MAX_BYTES + " bytes (got " + xml.length + ")");
    }
    try {
      XMLStreamReader reader =
          FACTORY.createXMLStreamReader(new ByteArrayInputStream(xml), "UTF-8");
      String declared = reader.getCharacterEncodingScheme();
      if (declared != null && !ENCODINGS.contains(declared.toUpperCase(Locale.ROOT))) {
        throw new MalformedMessageException(
            "the encoding of the XML must be UTF-8 (got " + declared + ")");
      }
      if (!"1.0".equals(reader.getVersion()) && reader.getVersion() != null) {
        throw new MalformedMessageException(
            "the XML version must be 1.0 (got " + reader.getVersion() + ")");
      }
      return new GuardedReader(reader);
    } catch (XMLStreamException e) {
      throw malformed(e);
    }
  }

  /**
   * Parses a document into a tree of the given type without validation.
   *
   * @param xml in UTF-8
   * @param factory the type's factory, {@code XDocument.Factory}
   * @throws MalformedMessageException if it is not well-formed, exceeds a bound, or has another
   *     document element
   */
  public static <T extends XmlObject> T parse(byte[] xml, AbstractDocumentFactory<T> factory) {
    try {
      return factory.parse(reader(xml), OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /**
   * Parses a document into a tree of its type in {@code org.dharch.ws.types}, or an untyped tree,
   * without validation.
   *
   * @param xml in UTF-8
   * @throws MalformedMessageException if it is not well-formed or exceeds a bound
   */
  public static XmlObject parse(byte[] xml) {
    return tree(reader(xml));
  }

  /**
   * Parses a document into a tree of other schemas without validation.
   *
   * @param xml in UTF-8
   * @param types the schemas
   * @throws MalformedMessageException if it is not well-formed or exceeds a bound
   */
  public static XmlObject parse(byte[] xml, SchemaTypeSystem types) {
    try {
      return types.parse(reader(xml), null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /** The generated types, for schemas that import them. */
  public static SchemaTypeLoader types() {
    return TYPES;
  }

  static XmlObject tree(XMLStreamReader reader) {
    try {
      return TYPES.parse(reader, null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  static XmlObject tree(Node node) {
    try {
      return TYPES.parse(node, null, OPTIONS);
    } catch (XmlException e) {
      throw malformed(e);
    }
  }

  /** Returns an exception with a message of one line that contains the position. */
  static MalformedMessageException malformed(Exception e) {
    Throwable cause = e instanceof XmlException && e.getCause() != null ? e.getCause() : e;
    String place = "";
    if (cause instanceof XMLStreamException x && x.getLocation() != null) {
      Location at = x.getLocation();
      place = "line " + at.getLineNumber() + ", column " + at.getColumnNumber() + ": ";
    }
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    // drops the position that the libraries add on a separate line
    String text = MESSAGE.matcher(POSITION.matcher(message).replaceAll("")).replaceFirst("");
    String line = text.replaceAll("\\s+", " ").strip();
    return new MalformedMessageException(
        "XML: "
            + place
            + (line.length() > MAX_MESSAGE ? line.substring(0, MAX_MESSAGE) + '…' : line),
        e);
  }
}
