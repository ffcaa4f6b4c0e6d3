package org.dharch.hemanager;

import java.util.Iterator;
import java.util.TreeMap;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMText;

/** An element as a text that changes whenever the element does; cheaper than serializing it. */
final class ElementText {
  private ElementText() {}

  /** All of {@code element}; builds it. */
  static String whole(OMElement element) {
    StringBuilder out = new StringBuilder(256);
    append(element, out);
    return out.toString();
  }

  /** The start tag of {@code element}; builds nothing. */
  static String start(OMElement element) {
    StringBuilder out = new StringBuilder(64);
    appendStart(element, out);
    return out.toString();
  }

  private static void append(OMElement element, StringBuilder out) {
    appendStart(element, out);
    for (OMNode child = element.getFirstOMChild();
        child != null;
        child = child.getNextOMSibling()) {
      if (child instanceof OMElement inner) {
        append(inner, out);
      } else if (child instanceof OMText text) {
        out.append('T').append(text.getText().length()).append(' ').append(text.getText());
      } else if (child instanceof OMComment comment) {
        out.append('C').append(comment.getValue().length()).append(' ').append(comment.getValue());
      } else if (child instanceof OMProcessingInstruction pi) {
        out.append('P').append(pi.getTarget()).append(' ');
        out.append(pi.getValue().length()).append(' ').append(pi.getValue());
      }
    }
    out.append('/');
  }

  private static void appendStart(OMElement element, StringBuilder out) {
    out.append('<').append(element.getPrefix()).append(element.getQName());
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      out.append('N').append(namespace.getPrefix()).append('=').append(namespace.getNamespaceURI());
    }
    TreeMap<String, String> attributes = new TreeMap<>();
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute attribute = i.next();
      attributes.put(attribute.getQName().toString(), attribute.getAttributeValue());
    }
    attributes.forEach(
        (name, value) ->
            out.append('A').append(name).append('=').append(value.length()).append(value));
  }
}
