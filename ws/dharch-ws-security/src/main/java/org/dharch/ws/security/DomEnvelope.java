package org.dharch.ws.security;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * An envelope as a DOM tree for WSS4J, and its changed parts. Unchanged parts are not serialized.
 * Not thread-safe.
 */
final class DomEnvelope {
  private final Document document;
  private final boolean soap12;
  private final Element body;
  private final Map<Element, HeaderRef> blocks = new LinkedHashMap<>();
  private final Set<String> bodyAttributes;

  private DomEnvelope(Document document, boolean soap12) {
    this.document = document;
    this.soap12 = soap12;
    body =
        child(document.getDocumentElement(), new QName(soapNamespace(), "Body"))
            .orElseThrow(() -> new MalformedMessageException("the envelope must have a body"));
    Map<QName, Integer> counts = new HashMap<>();
    for (Element block : headerBlocks()) {
      QName name = Names.of(block);
      blocks.put(block, new HeaderRef(name, counts.merge(name, 1, Integer::sum) - 1));
    }
    bodyAttributes = attributeNames(body);
  }

  /**
   * @throws MalformedMessageException if it is not a SOAP envelope within the limits, or has a DTD
   */
  static DomEnvelope read(byte[] envelope) {
    Envelopes.Outline outline = Envelopes.checkReceived(envelope, SafeDom.LIMITS);
    try {
      return new DomEnvelope(SafeDom.parse(envelope), outline.soap12());
    } catch (SAXException e) {
      throw new MalformedMessageException("cannot parse the envelope into a tree");
    }
  }

  Document document() {
    return document;
  }

  boolean soap12() {
    return soap12;
  }

  String soapNamespace() {
    return soap12 ? Names.SOAP12 : Names.SOAP11;
  }

  Element body() {
    return body;
  }

  /** The header may have been added later. */
  Optional<Element> header() {
    return child(document.getDocumentElement(), new QName(soapNamespace(), "Header"));
  }

  List<Element> headerBlocks() {
    return header().map(DomEnvelope::children).orElse(List.of());
  }

  /** Returns true if it was a header block of the original envelope. */
  boolean wasBlock(Element element) {
    return blocks.containsKey(element);
  }

  Optional<HeaderRef> ref(Element block) {
    return Optional.ofNullable(blocks.get(block));
  }

  /**
   * Returns the Security blocks for {@code actor}, otherwise those for the next receiver; an empty
   * actor is the ultimate receiver.
   */
  List<Element> security(String actor) {
    List<Element> own = securityFor(actor, soap12 ? Names.SOAP12 + "/role/ultimateReceiver" : "");
    String next = soap12 ? Names.SOAP12 + "/role/next" : Names.SOAP11_NEXT;
    return own.isEmpty() ? securityFor(next, next) : own;
  }

  private List<Element> securityFor(String actor, String ultimate) {
    List<Element> found = new ArrayList<>();
    for (Element block : headerBlocks()) {
      String blockActor = block.getAttributeNS(soapNamespace(), soap12 ? "role" : "actor").strip();
      if (Names.is(block, Names.SECURITY)
          && (blockActor.equals(actor) || (actor.isEmpty() && blockActor.equals(ultimate)))) {
        found.add(block);
      }
    }
    return found;
  }

  /**
   * Returns the changed parts.
   *
   * @param touched the header blocks that may have changed inside
   * @param content whether the body's content may have changed
   */
  Changes.Builder changes(Set<Element> touched, boolean content) {
    Changes.Builder changes = Changes.builder();
    List<Element> current = headerBlocks();
    blocks.forEach(
        (block, ref) -> {
          if (!current.contains(block)) {
            changes.removeHeader(ref);
          } else if (touched.contains(block)) {
            changes.replace(new Part.Header(ref), NodeBytes.of(block));
          }
        });
    for (Element block : current) {
      if (!blocks.containsKey(block)) {
        changes.addHeader(NodeBytes.of(block));
      }
    }
    if (!attributeNames(body).equals(bodyAttributes)) {
      changes.replace(Part.attributes(Part.Owner.BODY), NodeBytes.attributes(body, bodyAttributes));
    }
    if (content) {
      changes.replace(Part.body(), NodeBytes.content(body));
    }
    return changes;
  }

  private static Set<String> attributeNames(Element element) {
    Set<String> names = new TreeSet<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      names.add(((Attr) attributes.item(i)).getName());
    }
    return names;
  }

  static List<Element> children(Node parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  static Optional<Element> child(Node parent, QName name) {
    return children(parent).stream().filter(child -> Names.is(child, name)).findFirst();
  }

  /**
   * Returns true if the element refers to an attachment (XOP), whose content signatures and
   * encryption of the envelope do not cover.
   */
  static boolean hasAttachment(Element element) {
    return element
            .getElementsByTagNameNS("http://www.w3.org/2004/08/xop/include", "Include")
            .item(0)
        != null;
  }
}
