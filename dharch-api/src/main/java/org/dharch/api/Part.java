package org.dharch.api;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * A part of a SOAP message that a handler reads, writes or changes (design, "Parts, partial
 * execution, merge"). Immutable.
 */
public sealed interface Part {

  /** One whole header block. */
  record Header(HeaderRef header) implements Part {
    @Override
    public String toString() {
      return "header " + header;
    }
  }

  /** Everything inside soap:Body. */
  record Body() implements Part {
    @Override
    public String toString() {
      return "body";
    }
  }

  /**
   * One element inside soap:Body.
   *
   * @param path from the body's child down to the element; at least one step
   */
  record Element(List<Step> path) implements Part {
    public Element {
      path = List.copyOf(path);
      if (path.isEmpty()) {
        throw new IllegalArgumentException("path must have at least one step (got none)");
      }
    }

    /** Whether this element is {@code other} or contains it. */
    public boolean contains(Element other) {
      return other.path.size() >= path.size() && other.path.subList(0, path.size()).equals(path);
    }

    @Override
    public String toString() {
      return path.stream().map(Step::toString).collect(Collectors.joining("/", "body/", ""));
    }
  }

  /** SOAP's own elements. */
  enum Owner {
    ENVELOPE,
    HEADER,
    BODY
  }

  /**
   * All attributes of one of SOAP's own elements, as a WS-Security handler changes them when it
   * gives the body an id. Namespace declarations stay; new ones may be added with the attributes.
   */
  record Attributes(Owner owner) implements Part {
    @Override
    public String toString() {
      return "attributes of " + owner.toString().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One step of a path.
   *
   * @param name the element's qualified name; the prefix is ignored
   * @param occurrence the index among its parent's child elements of that name, from 0
   */
  record Step(QName name, int occurrence) {
    @Override
    public String toString() {
      return occurrence == 0 ? name.toString() : name + "[" + occurrence + "]";
    }
  }

  static Part header(QName name, int occurrence) {
    return new Header(new HeaderRef(name, occurrence));
  }

  static Part body() {
    return new Body();
  }

  static Part element(List<Step> path) {
    return new Element(path);
  }

  static Part attributes(Owner owner) {
    return new Attributes(owner);
  }

  private boolean isInBody() {
    return this instanceof Body || this instanceof Element;
  }

  /** Whether the two parts share a byte of the message. */
  default boolean overlaps(Part other) {
    if (!isInBody() || !other.isInBody()) {
      return equals(other);
    }
    if (this instanceof Element a && other instanceof Element b) {
      return a.contains(b) || b.contains(a);
    }
    return true; // one is the whole body
  }
}
