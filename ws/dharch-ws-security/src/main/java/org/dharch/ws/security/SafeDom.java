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

/** Parses untrusted XML into trees within limits and without DTDs. Thread-safe. */
final class SafeDom {
  /** The node checks the size of the envelope. */
  static final Limits LIMITS = Limits.DEFAULT.maxPayloadBytes(Integer.MAX_VALUE);

  private static final BlockingQueue<DocumentBuilder> BUILDERS = new ArrayBlockingQueue<>(8);

  private SafeDom() {}

  /**
   * @throws SAXException if it is not well-formed, or exceeds a limit
   */
  static Document parse(byte[] xml) throws SAXException {
    DocumentBuilder cached = BUILDERS.poll();
    DocumentBuilder builder = cached == null ? builder() : cached;
    try {
      Document document = builder.parse(new ByteArrayInputStream(xml));
      BUILDERS.offer(builder); // a failed builder is not reused
      return document;
    } catch (IOException e) {
      throw new DHArchException("no XML parser available", e);
    }
  }

  /** Builders are cached, because creating one is expensive. */
  private static DocumentBuilder builder() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
      factory.setAttribute("jdk.xml.maxElementDepth", String.valueOf(LIMITS.maxDepth()));
      factory.setAttribute("jdk.xml.elementAttributeLimit", String.valueOf(LIMITS.maxAttributes()));
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new SilentErrorHandler());
      return builder;
    } catch (ParserConfigurationException e) {
      throw new DHArchException("no XML parser available", e);
    }
  }

  /** Suppresses output to standard error, which an attacker could control. */
  private static final class SilentErrorHandler implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // parsing continues
    }

    @Override
    public void error(SAXParseException e) {
      // validation only, which is not used
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
