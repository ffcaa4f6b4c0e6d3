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
 * A resource properties document: an element whose children are the properties. What is not changed
 * in it stays as it was written. Immutable.
 */
final class PropertiesDocument {
  /** Where among others a new property goes. */
  @FunctionalInterface
  interface Order {
    /** Behind what has the same name, else at the end. */
    Order NONE =
        (name, among) -> {
          int last = among.lastIndexOf(name);
          return last < 0 ? among.size() : last + 1;
        };

    /** Before which of these one of that name goes; their number if behind all. */
    int place(QName name, List<QName> among);
  }

  private final String xml;
  private final ElementSpans spans;

  private PropertiesDocument(String xml) {
    this.xml = xml;
    this.spans = ElementSpans.of(xml);
  }

  /**
   * Reads one.
   *
   * @param xml an element that stands alone
   * @throws org.dharch.core.message.MalformedMessageException if it is none
   */
  static PropertiesDocument of(String xml) {
    return new PropertiesDocument(xml);
  }

  /** The document element's name. */
  QName name() {
    return spans.name();
  }

  /** The names of its properties, in their order. */
  List<QName> names() {
    return spans.children().stream().map(ElementSpans.Child::name).toList();
  }

  /** How deep its elements are nested; 1 if it has no properties. */
  int depth() {
    return spans.depth();
  }

  boolean has(QName property) {
    return spans.children().stream().anyMatch(child -> child.name().equals(property));
  }

  /** All properties of that name, each as an element that stands alone. */
  List<String> values(QName property) {
    return values(List.of(property), Integer.MAX_VALUE, name -> List.of());
  }

  /**
   * All properties of those names, in the names' order, each as an element that stands alone.
   *
   * @param most how many characters they may have
   * @param others of a name that the document has no properties of
   * @throws MalformedMessageException if they have more
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
                  "the properties have more than " + most + " characters, each by itself");
            }
          }
        });
    List<String> all = new ArrayList<>();
    found.forEach((name, values) -> all.addAll(values.isEmpty() ? others.apply(name) : values));
    return all;
  }

  /** The document with these changes, in their order. */
  PropertiesDocument with(List<Modification> changes, Order order) {
    List<QName> names = new ArrayList<>();
    List<String> texts = new ArrayList<>(); // those in the document as they stand in it
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

  /** How long it is in UTF-8. */
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
