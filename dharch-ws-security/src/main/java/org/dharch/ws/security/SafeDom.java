package org.dharch.ws.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.w3c.dom.Document;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Trees of what strangers have written: within limits, and without a DTD. Any thread. */
final class SafeDom {
  /** How large an envelope may be its node has looked at. */
  static final Limits LIMITS = Limits.DEFAULT.maxPayloadBytes(Integer.MAX_VALUE);

  private static final BlockingQueue<DocumentBuilder> BUILDERS = new ArrayBlockingQueue<>(8);

  private SafeDom() {}

  /**
   * Reads it.
   *
   * @throws SAXException if it is not well-formed, or past a limit
   */
  static Document parse(byte[] xml) throws SAXException {
    DocumentBuilder kept = BUILDERS.poll();
    DocumentBuilder builder = kept == null ? builder() : kept;
    try {
      Document document = builder.parse(new ByteArrayInputStream(xml));
      BUILDERS.offer(builder); // or there are enough; one that has failed is not used again
      return document;
    } catch (IOException e) {
      throw new DHArchException("no parser of XML", e);
    }
  }

  /** To make one costs more than to read a small message. */
  private static DocumentBuilder builder() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
      factory.setAttribute("jdk.xml.maxElementDepth", String.valueOf(LIMITS.maxDepth()));
      factory.setAttribute("jdk.xml.elementAttributeLimit", String.valueOf(LIMITS.maxAttributes()));
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new Quiet());
      return builder;
    } catch (ParserConfigurationException e) {
      throw new DHArchException("no parser of XML", e);
    }
  }

  /** Writes nothing to standard error, where an attacker would choose the words. */
  private static final class Quiet implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // of what is read all the same
    }

    @Override
    public void error(SAXParseException e) {
      // of validity only, which nobody asks for
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
