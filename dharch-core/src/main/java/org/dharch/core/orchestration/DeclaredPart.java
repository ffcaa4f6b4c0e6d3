package org.dharch.core.orchestration;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;

/**
 * A part of a message as a declaration names it: every header block of a name, the body, every
 * element of the body at a path of names, or a property. Which block or element among several of
 * the same name cannot be declared.
 */
public sealed interface DeclaredPart extends Comparable<DeclaredPart> {

  /** All header blocks of this qualified name. */
  record Header(QName name) implements DeclaredPart {
    public Header {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
      return "header " + name;
    }
  }

  /** Everything inside soap:Body. */
  record Body() implements DeclaredPart {
    @Override
    public String toString() {
      return "body";
    }
  }

  /**
   * The elements inside soap:Body that this path leads to.
   *
   * @param path from the body's child down; at least one name
   */
  record Element(List<QName> path) implements DeclaredPart {
    public Element {
      path = List.copyOf(path);
      if (path.isEmpty()) {
        throw new IllegalArgumentException("path must have at least one name (got none)");
      }
    }

    private boolean leadsTo(Element other) {
      return other.path.size() >= path.size() && other.path.subList(0, path.size()).equals(path);
    }

    @Override
    public String toString() {
      return path.stream().map(QName::toString).collect(Collectors.joining("/", "body/", ""));
    }
  }

  /**
   * The attributes of one of SOAP's own elements; those of soap:Body are declared with the body,
   * the others cannot be declared in a document.
   */
  record Attributes(Part.Owner owner) implements DeclaredPart {
    public Attributes {
      Objects.requireNonNull(owner, "owner");
    }

    @Override
    public String toString() {
      return new Part.Attributes(owner).toString();
    }
  }

  /**
   * One property.
   *
   * @param name as it is {@linkplain MessageProperties#name kept}
   */
  record Property(String name) implements DeclaredPart {
    public Property {
      name = MessageProperties.name(name);
    }

    @Override
    public String toString() {
      return "property " + name;
    }
  }

  /** Whether the body has it. */
  private boolean ofBody() {
    return this instanceof Body
        || this instanceof Element
        || equals(new Attributes(Part.Owner.BODY));
  }

  /** Whether the two can share something. */
  default boolean overlaps(DeclaredPart other) {
    if (this instanceof Element a && other instanceof Element b) {
      return a.leadsTo(b) || b.leadsTo(a);
    }
    return equals(other)
        || (this instanceof Body && other.ofBody())
        || (other instanceof Body && ofBody());
  }

  /** Whether all of {@code part} belongs to this. */
  default boolean includes(DeclaredPart part) {
    if (this instanceof Element a && part instanceof Element b) {
      return a.leadsTo(b);
    }
    return equals(part) || (this instanceof Body && part.ofBody());
  }

  /** The declaration that names {@code part} and its namesakes. */
  static DeclaredPart of(Part part) {
    if (part instanceof Part.Header header) {
      return new Header(header.header().name());
    }
    if (part instanceof Part.Element element) {
      return new Element(element.path().stream().map(Part.Step::name).toList());
    }
    if (part instanceof Part.Attributes attributes) {
      return new Attributes(attributes.owner());
    }
    return new Body();
  }

  @Override
  default int compareTo(DeclaredPart other) {
    return toString().compareTo(other.toString());
  }
}
