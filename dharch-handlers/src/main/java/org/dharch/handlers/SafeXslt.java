package org.dharch.handlers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.sax.SAXSource;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/**
 * XSLT 1.0 of the JDK with secure processing: without extensions, external documents, imports and
 * DTDs.
 */
final class SafeXslt {
  static final URIResolver NO_EXTERNAL_REFERENCES =
      (href, base) -> {
        throw new TransformerException("external access is not supported: '" + href + "'");
      };

  private static final long MAX_STYLESHEET = 1 << 20;
  private static final SAXParserFactory PARSERS = parsers();
  private static final BlockingQueue<XMLReader> READERS = new ArrayBlockingQueue<>(8);

  private SafeXslt() {}

  /**
   * Compiles the stylesheet in {@code file}; the result is thread-safe.
   *
   * @throws DHArchException naming the file and the error
   */
  static Templates templates(Path file) {
    Errors errors = new Errors();
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.size(file) > MAX_STYLESHEET) {
        throw new DHArchException(
            "stylesheet='" + file + "' must have at most " + MAX_STYLESHEET + " bytes");
      }
      TransformerFactory factory = TransformerFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
      factory.setURIResolver(NO_EXTERNAL_REFERENCES);
      factory.setErrorListener(errors);
      return factory.newTemplates(new SAXSource(reader(), new InputSource(in)));
    } catch (IOException e) {
      throw new DHArchException("stylesheet='" + file + "': " + Reason.of(e), e);
    } catch (TransformerConfigurationException e) {
      throw new DHArchException(
          "stylesheet='" + file + "' must be a stylesheet: " + errors.reason(e), e);
    }
  }

  /** Returns a parser that rejects DTDs, to be returned with {@link #giveBack}. */
  static XMLReader reader() {
    XMLReader idle = READERS.poll();
    if (idle != null) {
      return idle;
    }
    try {
      synchronized (PARSERS) { // not documented as thread-safe
        return PARSERS.newSAXParser().getXMLReader();
      }
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("failed to configure the JDK's XML parser", e);
    }
  }

  /** Keeps the parser for another document, because creating one is expensive. */
  static void giveBack(XMLReader reader) {
    reader.setContentHandler(null);
    READERS.offer(reader);
  }

  private static SAXParserFactory parsers() {
    SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("failed to configure the JDK's XML parser", e);
    }
    return factory;
  }

  /** Returns the innermost message, which has the actual cause. */
  static String reason(Throwable e) {
    Throwable inner = e;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    return String.valueOf(inner.getMessage());
  }

  /** Records the first specific error; writes nothing to standard error. */
  static final class Errors implements ErrorListener {
    private String first = "";

    /** Returns the first reported error, otherwise the innermost message of {@code e}. */
    String reason(TransformerException e) {
      return first.isEmpty() ? SafeXslt.reason(e) : first;
    }

    @Override
    public void warning(TransformerException e) {
      // ignored
    }

    @Override
    public void error(TransformerException e) {
      record(e);
    }

    @Override
    public void fatalError(TransformerException e) throws TransformerException {
      if (e.getCause() != null) { // more specific than the error before
        first = located(e);
      }
      record(e);
      throw e;
    }

    private static String located(TransformerException e) {
      return e.getCause() instanceof SAXParseException parsing
          ? "line " + parsing.getLineNumber() + ": " + parsing.getMessage()
          : e.getMessageAndLocation();
    }

    private void record(TransformerException e) {
      if (first.isEmpty()) {
        first = e.getMessageAndLocation();
      }
    }
  }
}
