package org.dharch.benchmarks.bookstore;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;

/** Reads requests and writes answers. */
final class Xml {
  private Xml() {}

  static QName name(String local) {
    return new QName(Catalog.NAMESPACE, local, "b");
  }

  static String text(OMElement parent, String child) {
    OMElement found = parent.getFirstChildWithName(name(child));
    if (found == null) {
      throw new IllegalArgumentException(parent.getLocalName() + " has no " + child);
    }
    return found.getText();
  }

  static int number(OMElement parent, String child) {
    return Integer.parseInt(text(parent, child));
  }

  static List<OMElement> all(OMElement parent, String child) {
    List<OMElement> found = new ArrayList<>();
    for (Iterator<?> it = parent.getChildrenWithName(name(child)); it.hasNext(); ) {
      found.add((OMElement) it.next());
    }
    return found;
  }

  static OMElement answer(OMElement request) {
    return request.getOMFactory().createOMElement(name(request.getLocalName() + "Response"));
  }

  static OMElement add(OMElement parent, String child) {
    return parent.getOMFactory().createOMElement(name(child), parent);
  }

  static OMElement add(OMElement parent, String child, Object value) {
    add(parent, child).setText(String.valueOf(value));
    return parent;
  }
}
