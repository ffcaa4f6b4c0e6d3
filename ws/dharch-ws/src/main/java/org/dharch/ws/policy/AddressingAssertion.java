package org.dharch.ws.policy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.neethi.Assertion;
import org.apache.neethi.AssertionBuilderFactory;
import org.apache.neethi.Constants;
import org.apache.neethi.IntersectableAssertion;
import org.apache.neethi.PolicyComponent;
import org.apache.neethi.builders.AssertionBuilder;
import org.apache.neethi.builders.PrimitiveAssertion;
import org.dharch.ws.AnonymousUse;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The assertion of WS-Addressing: wsam:Addressing with its nested policy (1.0, metadata, section
 * 3.1), or the older UsingAddressing, which does not restrict replies.
 */
final class AddressingAssertion extends PrimitiveAssertion implements IntersectableAssertion {
  static final String METADATA = "http://www.w3.org/2007/05/addressing/metadata";
  static final QName ADDRESSING = new QName(METADATA, "Addressing", "wsam");
  static final List<QName> NAMES =
      List.of(
          ADDRESSING,
          new QName("http://www.w3.org/2006/05/addressing/wsdl", "UsingAddressing", "wsaw"),
          new QName(
              "http://schemas.xmlsoap.org/ws/2004/08/addressing/policy",
              "UsingAddressing",
              "wsap"));

  private final AnonymousUse use;

  AddressingAssertion(QName name, AnonymousUse use, boolean isOptional, boolean isIgnorable) {
    super(name, isOptional, isIgnorable, Map.of());
    this.use = use;
  }

  AnonymousUse use() {
    return use;
  }

  @Override
  protected Assertion clone(boolean isOptional) {
    return new AddressingAssertion(getName(), use, isOptional, isIgnorable());
  }

  @Override
  public boolean isCompatible(Assertion other, boolean strict) {
    return other instanceof AddressingAssertion that
        && that.getName().equals(getName())
        && (use == that.use || use == AnonymousUse.OPTIONAL || that.use == AnonymousUse.OPTIONAL);
  }

  @Override
  public Assertion intersect(Assertion other, boolean strict) {
    AnonymousUse both = use == AnonymousUse.OPTIONAL ? ((AddressingAssertion) other).use : use;
    return new AddressingAssertion(
        getName(), both, isOptional() && other.isOptional(), isIgnorable() && other.isIgnorable());
  }

  @Override
  public boolean equal(PolicyComponent other) {
    return equals(other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddressingAssertion that
        && that.getName().equals(getName())
        && that.use == use
        && that.isOptional() == isOptional();
  }

  @Override
  public int hashCode() {
    return Objects.hash(getName(), use, isOptional());
  }

  @Override
  protected boolean hasContents() {
    return getName().equals(ADDRESSING);
  }

  @Override
  protected void writeContents(XMLStreamWriter out) throws XMLStreamException {
    out.writeStartElement("wsp", "Policy", Constants.URI_POLICY_15_NS);
    if (use != AnonymousUse.OPTIONAL) {
      out.writeEmptyElement(
          "m",
          use == AnonymousUse.REQUIRED ? "AnonymousResponses" : "NonAnonymousResponses",
          METADATA);
    }
    out.writeEndElement();
  }

  static final class Builder implements AssertionBuilder<Element> {
    @Override
    public QName[] getKnownElements() {
      return NAMES.toArray(QName[]::new);
    }

    @Override
    public Assertion build(Element element, AssertionBuilderFactory factory) {
      QName name = new QName(element.getNamespaceURI(), element.getLocalName(), "wsam");
      return new AddressingAssertion(
          name,
          use(element),
          RmAssertionBuilder.isTrue(element, "Optional"),
          RmAssertionBuilder.isTrue(element, "Ignorable"));
    }

    private static AnonymousUse use(Element element) {
      for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
        if (n instanceof Element child) {
          if (METADATA.equals(child.getNamespaceURI())) {
            if ("AnonymousResponses".equals(child.getLocalName())) {
              return AnonymousUse.REQUIRED;
            }
            if ("NonAnonymousResponses".equals(child.getLocalName())) {
              return AnonymousUse.PROHIBITED;
            }
          }
          AnonymousUse inner = use(child);
          if (inner != AnonymousUse.OPTIONAL) {
            return inner;
          }
        }
      }
      return AnonymousUse.OPTIONAL;
    }
  }
}
