package org.dharch.ws.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementSpans;

/**
 * A resource properties document: an element whose children are the properties. Changes preserve
 * the text of unchanged parts. Immutable.
 */
final class PropertiesDocument {
  /** Determines the position of a new property. */
  @FunctionalInterface
  interface Order {
    /** Inserts after the last property of the same name, otherwise at the end. */
    Order NONE =
        (name, among) -> {
          int last = among.lastIndexOf(name);
          return last < 0 ? among.size() : last + 1;
        };

    /** Returns the index of the property to insert before; the list's size to append. */
    int place(QName name, List<QName> among);
  }

  private final String xml;
  private final ElementSpans spans;

  private PropertiesDocument(String xml) {
    this.xml = xml;
    this.spans = ElementSpans.of(xml);
  }

  /**
   * Reads a document.
   *
   * @param xml a self-contained element
   * @throws org.dharch.core.message.MalformedMessageException if it is not one element
   */
  static PropertiesDocument of(String xml) {
    return new PropertiesDocument(xml);
  }

  /** The name of the document element. */
  QName name() {
    return spans.name();
  }

  /** The names of the properties, in document order. */
  List<QName> names() {
    return spans.children().stream().map(ElementSpans.Child::name).toList();
  }

  /** The nesting depth of elements; 1 if there are no properties. */
  int depth() {
    return spans.depth();
  }

  boolean has(QName property) {
    return spans.children().stream().anyMatch(child -> child.name().equals(property));
  }

  /** Returns all properties of that name as self-contained elements. */
  List<String> values(QName property) {
    return values(List.of(property), Integer.MAX_VALUE, name -> List.of());
  }

  /**
   * Returns all properties of those names, in the names' order, as self-contained elements.
   *
   * @param most the maximum total length, in characters
   * @param others supplies the values of names that the document does not contain
   * @throws MalformedMessageException if they are longer
   */
  List<String> values(List<QName> names, int most, Function<QName, List<String>> others) {
    Map<QName, List<String>> found = new LinkedHashMap<>();
    names.forEach(name -> found.put(name, new ArrayList<>()));
    int[] length = {0};
    ElementReader in = ElementReader.of(bytes());
    in.children(
        () -> {
          List<String> values = found.get(in.name());
          if (values != null) {
            String value = in.xml();
            values.add(value);
            length[0] += value.length();
            if (length[0] > most) {
              throw new MalformedMessageException(
                  "the properties must have at most "
                      + most
                      + " characters as self-contained elements");
            }
          }
        });
    List<String> all = new ArrayList<>();
    found.forEach((name, values) -> all.addAll(values.isEmpty() ? others.apply(name) : values));
    return all;
  }

  /** Applies changes in order and returns the new document. */
  PropertiesDocument with(List<Modification> changes, Order order) {
    List<QName> names = new ArrayList<>();
    List<String> texts = new ArrayList<>(); // values from the document in document order
    for (ElementSpans.Child child : spans.children()) {
      names.add(child.name());
      texts.add(xml.substring(child.start(), child.end()));
    }
    for (Modification change : changes) {
      if (change.removes()) {
        remove(change.names(), names, texts);
      }
      for (Modification.Value value : change.values()) {
        int place = order.place(value.name(), names);
        names.add(place, value.name());
        texts.add(place, value.xml());
      }
    }
    return new PropertiesDocument(written(texts));
  }

  private static void remove(Set<QName> gone, List<QName> names, List<String> texts) {
    List<QName> leftNames = new ArrayList<>();
    List<String> leftTexts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!gone.contains(names.get(i))) {
        leftNames.add(names.get(i));
        leftTexts.add(texts.get(i));
      }
    }
    names.clear();
    names.addAll(leftNames);
    texts.clear();
    texts.addAll(leftTexts);
  }

  private String written(List<String> texts) {
    StringBuilder all = new StringBuilder(xml.length() + 256);
    String tag = xml.substring(spans.start(), spans.content());
    if (spans.isEmptyTag()) {
      all.append(tag, 0, tag.length() - 2).append('>');
    } else {
      all.append(tag);
    }
    texts.forEach(all::append);
    if (spans.isEmptyTag()) {
      String prefix = spans.name().getPrefix();
      all.append("</").append(prefix.isEmpty() ? "" : prefix + ":");
      all.append(spans.name().getLocalPart()).append('>');
    } else {
      all.append(xml, spans.contentEnd(), xml.length());
    }
    return all.toString();
  }

  /** The length in UTF-8. */
  int length() {
    return bytes().length;
  }

  byte[] bytes() {
    return xml.getBytes(StandardCharsets.UTF_8);
  }

  String xml() {
    return xml;
  }
}
