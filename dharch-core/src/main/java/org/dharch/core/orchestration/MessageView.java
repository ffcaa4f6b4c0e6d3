package org.dharch.core.orchestration;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A message as conditions see it. The envelope becomes a tree when the first XPath asks, once for
 * all conditions that look at this view, and never if none does. Not safe for several threads.
 */
public final class MessageView {
  /** The factories made for the latest bound on depth; nearly always there is one bound. */
  private static volatile Parsers parsers = new Parsers(Limits.DEFAULT.maxDepth());

  /** What makes trees of at most this depth; its factory is only read. */
  private record Parsers(int maxDepth, DocumentBuilderFactory factory) {
    Parsers(int maxDepth) {
      this(maxDepth, MessageView.factory(maxDepth));
    }
  }

  private final byte[] envelope;
  private final MessageProperties properties;
  private final Limits limits;
  private final EvaluationBudget budget;
  private Document document;

  /** Of a message within the default limits. */
  public MessageView(byte[] envelope, MessageProperties properties) {
    this(envelope, properties, Limits.DEFAULT);
  }

  /**
   * @param limits how deep the envelope may be
   */
  public MessageView(byte[] envelope, MessageProperties properties, Limits limits) {
    this(envelope, properties, limits, EvaluationBudget.most(envelope.length));
  }

  /**
   * @param limits how deep the envelope may be
   * @param budget pays for all conditions that look at this view
   */
  public MessageView(
      byte[] envelope, MessageProperties properties, Limits limits, EvaluationBudget budget) {
    this.budget = Objects.requireNonNull(budget, "budget");
    this.limits = Objects.requireNonNull(limits, "limits");
    this.envelope = Objects.requireNonNull(envelope, "envelope");
    this.properties = Objects.requireNonNull(properties, "properties");
  }

  MessageProperties properties() {
    return properties;
  }

  byte[] envelope() {
    return envelope;
  }

  Limits limits() {
    return limits;
  }

  EvaluationBudget budget() {
    return budget;
  }

  /** Whether the envelope has become a tree already. */
  boolean isTree() {
    return document != null;
  }

  Document document() {
    if (document == null) {
      document = parse(envelope, limits.maxDepth());
    }
    return document;
  }

  private static Document parse(byte[] envelope, int maxDepth) {
    try {
      Parsers now = parsers;
      if (now.maxDepth() != maxDepth) {
        now = new Parsers(maxDepth);
        parsers = now;
      }
      DocumentBuilder builder = now.factory().newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // throws what is fatal, prints nothing
      return builder.parse(new ByteArrayInputStream(envelope));
    } catch (SAXException | IOException e) {
      throw new MalformedMessageException("the envelope cannot be read: " + e.getMessage());
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DocumentBuilderFactory factory(int maxDepth) {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    // the JDK's own bound differs from version to version
    factory.setAttribute("jdk.xml.maxElementDepth", maxDepth);
    factory.setXIncludeAware(false);
    factory.setCoalescing(true); // XPath knows no CDATA
    factory.setExpandEntityReferences(false);
    return factory;
  }
}
