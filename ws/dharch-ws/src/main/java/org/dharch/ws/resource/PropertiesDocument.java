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
 * the text of other parts. Immutable.
 */
final class PropertiesDocument {
  /** The position of a new property. */
  @FunctionalInterface
  interface Order {
    /** Inserts after the last property of the same name, otherwise at the end. */
    Order NONE =
        (name, existing) -> {
          int last = existing.lastIndexOf(name);
          return last < 0 ? existing.size() : last + 1;
        };

    /** Returns the index of the property to insert before; the list's size to append. */
    int index(QName name, List<QName> existing);
  }

  private final String xml;
  private final ElementSpans spans;

  private PropertiesDocument(String xml) {
    this.xml = xml;
    this.spans = ElementSpans.of(xml);
  }

  /**
   * @param xml a self-contained element
   * @throws org.dharch.core.message.MalformedMessageException if it is not one element
   */
  static PropertiesDocument of(String xml) {
    return new PropertiesDocument(xml);
  }

  QName name() {
    return spans.name();
  }

  /** In document order. */
  List<QName> names() {
    return spans.children().stream().map(ElementSpans.Child::name).toList();
  }

  /** The nesting depth of elements, including the document element. */
  int depth() {
    return spans.depth();
  }

  boolean has(QName property) {
    return spans.children().stream().anyMatch(child -> child.name().equals(property));
  }

  /** Returns the properties of that name as self-contained elements. */
  List<String> values(QName property) {
    return values(List.of(property), Integer.MAX_VALUE, name -> List.of());
  }

  /**
   * Returns the properties of those names, in the names' order, as self-contained elements.
   *
   * @param maxLength the maximum total length, in characters
   * @param others supplies the values of missing properties
   * @throws MalformedMessageException if they are longer
   */
  List<String> values(List<QName> names, int maxLength, Function<QName, List<String>> others) {
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
            if (length[0] > maxLength) {
              throw new MalformedMessageException(
                  "the properties must have at most "
                      + maxLength
                      + " characters as self-contained elements");
            }
          }
        });
    List<String> all = new ArrayList<>();
    found.forEach((name, values) -> all.addAll(values.isEmpty() ? others.apply(name) : values));
    return all;
  }

  /** Applies changes in order. */
  PropertiesDocument with(List<Modification> changes, Order order) {
    List<QName> names = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (ElementSpans.Child child : spans.children()) {
      names.add(child.name());
      texts.add(xml.substring(child.start(), child.end()));
    }
    for (Modification change : changes) {
      if (change.removes()) {
        remove(change.names(), names, texts);
      }
      for (Modification.Value value : change.values()) {
        int index = order.index(value.name(), names);
        names.add(index, value.name());
        texts.add(index, value.xml());
      }
    }
    return new PropertiesDocument(serialize(texts));
  }

  private static void remove(Set<QName> removed, List<QName> names, List<String> texts) {
    for (int i = names.size() - 1; i >= 0; i--) {
      if (removed.contains(names.get(i))) {
        names.remove(i);
        texts.remove(i);
      }
    }
  }

  private String serialize(List<String> texts) {
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

  /** In UTF-8. */
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
