package org.dharch.axis2.envelope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.dharch.api.HeaderRef;
import org.dharch.core.message.envelope.BlockText;

/** Reads, marks and replaces header blocks of a tree; of its body only the start is parsed. */
public final class HeaderBlocks {
  private HeaderBlocks() {}

  /** The blocks that are marked as processed. */
  public static Set<HeaderRef> processed(SOAPEnvelope envelope) {
    Set<HeaderRef> processed = new HashSet<>();
    named(envelope)
        .forEach(
            (name, block) -> {
              if (block.isProcessed()) {
                processed.add(name);
              }
            });
    return processed;
  }

  /** Marks {@code processed} in {@code envelope}; missing blocks are ignored. */
  public static void mark(SOAPEnvelope envelope, Set<HeaderRef> processed) {
    if (processed.isEmpty()) {
      return;
    }
    named(envelope)
        .forEach(
            (name, block) -> {
              if (processed.contains(name)) {
                block.setProcessed();
              }
            });
  }

  /** Replaces the blocks of {@code target} by those of {@code source}. */
  public static void replace(SOAPEnvelope target, SOAPEnvelope source) {
    List<OMElement> blocks = children(source.getHeader());
    SOAPHeader header = target.getHeader();
    if (header == null) {
      if (blocks.isEmpty()) {
        return;
      }
      header = target.getOrCreateHeader();
    }
    children(header).forEach(OMNode::detach);
    for (OMElement block : blocks) {
      List<OMNamespace> inScope = inScope(block);
      block.detach();
      header.addChild(block);
      for (OMNamespace namespace : inScope) {
        // a value may use a prefix, such as a QName
        OMNamespace now = block.findNamespaceURI(namespace.getPrefix());
        if (now == null || !now.getNamespaceURI().equals(namespace.getNamespaceURI())) {
          block.declareNamespace(namespace);
        }
      }
    }
  }

  /** The content of each block as {@link BlockText}. */
  static List<String> texts(SOAPEnvelope envelope) {
    List<String> texts = new ArrayList<>();
    for (OMElement block : children(envelope.getHeader())) {
      BlockText text = new BlockText();
      append(block, text);
      texts.add(text.toString());
    }
    return texts;
  }

  /** The start tags of {@code body} and of its first element. */
  public static String bodyStart(SOAPBody body) {
    BlockText text = new BlockText();
    start(body, text);
    OMElement first = body.getFirstElement();
    if (first != null) {
      start(first, text);
    }
    return text.toString();
  }

  private static void start(OMElement element, BlockText to) {
    Map<String, String> attributes = new HashMap<>();
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute attribute = i.next();
      attributes.put(attribute.getQName().toString(), attribute.getAttributeValue());
    }
    to.start(element.getQName(), attributes, prefix -> namespace(element, prefix));
  }

  private static String namespace(OMElement element, String prefix) {
    OMNamespace namespace = element.findNamespaceURI(prefix);
    if (namespace == null) {
      return prefix.isEmpty() ? "" : null;
    }
    return namespace.getNamespaceURI();
  }

  private static void append(OMElement element, BlockText to) {
    start(element, to);
    for (OMNode node = element.getFirstOMChild(); node != null; node = node.getNextOMSibling()) {
      if (node instanceof OMElement child) {
        append(child, to);
      } else if (node instanceof OMText part) {
        to.text(part.getText(), prefix -> namespace(element, prefix));
      }
    }
    to.end();
  }

  private static Map<HeaderRef, SOAPHeaderBlock> named(SOAPEnvelope envelope) {
    Map<HeaderRef, SOAPHeaderBlock> named = new HashMap<>();
    Map<QName, Integer> seen = new HashMap<>();
    for (OMElement element : children(envelope.getHeader())) {
      if (element instanceof SOAPHeaderBlock block) {
        QName name = block.getQName();
        named.put(new HeaderRef(name, seen.merge(name, 1, Integer::sum) - 1), block);
      }
    }
    return named;
  }

  private static List<OMElement> children(SOAPHeader header) {
    List<OMElement> children = new ArrayList<>();
    if (header != null) {
      for (Iterator<OMElement> i = header.getChildElements(); i.hasNext(); ) {
        children.add(i.next());
      }
    }
    return children;
  }

  private static List<OMNamespace> inScope(OMElement block) {
    List<OMNamespace> inScope = new ArrayList<>();
    for (Iterator<OMNamespace> i = block.getNamespacesInScope(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      if (!namespace.getPrefix().isEmpty()) {
        inScope.add(namespace);
      }
    }
    return inScope;
  }
}
