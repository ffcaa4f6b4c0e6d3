package org.dharch.core.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.xmlbeans.SchemaType;
import org.apache.xmlbeans.SchemaTypeLoader;
import org.apache.xmlbeans.XmlBeans;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlException;
import org.apache.xmlbeans.XmlLineNumber;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.core.text.Reason;

/**
 * Reads an XML document of a published schema into its XMLBeans type, a generated {@code
 * ...Document} interface. Reports all errors at once, with line, column and allowed values. Rejects
 * a DTD, so no entity is ever loaded or expanded, and documents of more than {@value #MAX_BYTES}
 * bytes. Stateless; safe for any thread.
 *
 * <pre>{@code NodeDocument document = XmlDocuments.read(file, NodeDocument.class);}</pre>
 */
public final class XmlDocuments {
  public static final int MAX_BYTES = 1 << 20;

  /**
   * The type loader of each document type: creating it takes longer than reading a document. It
   * keeps every requested name, so it is released before memory runs out.
   */
  private static final ClassValue<AtomicReference<SoftReference<SchemaTypeLoader>>> LOADERS =
      new ClassValue<>() {
        @Override
        protected AtomicReference<SoftReference<SchemaTypeLoader>> computeValue(Class<?> type) {
          return new AtomicReference<>(new SoftReference<>(null));
        }
      };

  private XmlDocuments() {}

  /**
   * Reads {@code file}.
   *
   * @throws DocumentException if there is no such file, or with all its problems
   */
  public static <T extends XmlObject> T read(Path file, Class<T> type) {
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in, type);
    } catch (NoSuchFileException e) {
      throw failure(file.toString(), "the file does not exist", e);
    } catch (IOException e) {
      throw failure(file.toString(), "cannot be read: " + Reason.of(e), e);
    }
  }

  /**
   * Reads {@code in}; the caller closes it.
   *
   * @param source the name of the document in errors
   */
  public static <T extends XmlObject> T read(String source, InputStream in, Class<T> type) {
    byte[] bytes;
    try {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw failure(source, "cannot be read: " + Reason.of(e), e);
    }
    if (bytes.length > MAX_BYTES) {
      throw failure(source, "must have at most " + MAX_BYTES + " bytes", null);
    }
    return parse(source, DocumentDecoder.decode(source, bytes), type);
  }

  /**
   * Parses {@code xml}.
   *
   * @param source the name of the document in errors
   */
  public static <T extends XmlObject> T parse(String source, String xml, Class<T> type) {
    if (xml.length() > MAX_BYTES) {
      throw failure(source, "must have at most " + MAX_BYTES + " bytes", null);
    }
    SchemaType schema = schema(type);
    T document;
    try {
      XmlOptions options = new XmlOptions();
      options.setLoadLineNumbers();
      options.setLoadUseXMLReader(new LocatingReader(xml));
      document = type.cast(loader(type).parse(new StringReader(xml), schema, options));
    } catch (XmlException e) {
      XmlError error = e.getError();
      throw error == null
          ? failure(source, String.valueOf(e.getMessage()), e)
          : new DocumentException(source, List.of(XmlProblems.of(error, schema)), e);
    } catch (IOException e) {
      throw failure(source, "cannot be read: " + Reason.of(e), e);
    }
    List<XmlError> errors = new ArrayList<>();
    if (!document.validate(new XmlOptions().setErrorListener(errors))) {
      throw new DocumentException(source, XmlProblems.of(errors, schema), null);
    }
    return document;
  }

  /**
   * Returns the name of the root element of {@code file}; empty if it cannot be parsed.
   *
   * @throws DocumentException if the file cannot be read
   */
  public static Optional<QName> root(Path file) {
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      text = DocumentDecoder.decode(file.toString(), in.readNBytes(MAX_BYTES));
    } catch (NoSuchFileException e) {
      throw failure(file.toString(), "the file does not exist", e);
    } catch (IOException e) {
      throw failure(file.toString(), "cannot be read: " + Reason.of(e), e);
    }
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          return Optional.of(reader.getName());
        }
      }
    } catch (XMLStreamException e) {
      // reading the document reports it with its place
    }
    return Optional.empty();
  }

  /** Creates a problem at {@code element}, for checks beyond the schema. */
  public static DocumentException.Problem problem(XmlObject element, String message) {
    try (XmlCursor cursor = element.newCursor()) {
      return cursor.getBookmark(XmlLineNumber.class) instanceof XmlLineNumber at
          ? new DocumentException.Problem(at.getLine(), at.getColumn(), message)
          : new DocumentException.Problem(0, 0, message);
    }
  }

  // By class and not by factory, so that XMLBeans is not used before QuietLogging.
  private static SchemaType schema(Class<? extends XmlObject> type) {
    QuietLogging.begin();
    try {
      return (SchemaType) type.getField("type").get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type + " must be a document type generated by XMLBeans", e);
    }
  }

  private static SchemaTypeLoader loader(Class<? extends XmlObject> type) {
    SchemaTypeLoader kept = LOADERS.get(type).get().get();
    if (kept == null) {
      kept = XmlBeans.typeLoaderForClassLoader(type.getClassLoader());
      LOADERS.get(type).set(new SoftReference<>(kept));
    }
    return kept;
  }

  static DocumentException failure(String source, String message, Throwable cause) {
    return new DocumentException(
        source, List.of(new DocumentException.Problem(0, 0, message)), cause);
  }
}
