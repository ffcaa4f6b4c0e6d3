package org.dharch.benchmarks.bookstore;

import java.util.ArrayList;
import java.util.List;

/** Finds texts in an answer without a parser, so that the client uses little processor time. */
final class TagScanner {
  private TagScanner() {}

  /** Returns the texts of all elements called {@code local}, in document order. */
  static List<String> texts(String xml, String local) {
    List<String> found = new ArrayList<>();
    String begin = ":" + local + ">";
    for (int at = xml.indexOf(begin); at >= 0; ) {
      int from = at + begin.length();
      int to = xml.indexOf('<', from);
      if (xml.startsWith("/", to + 1)) {
        found.add(xml.substring(from, to));
      }
      int close = xml.indexOf(begin, from);
      at = close < 0 ? -1 : xml.indexOf(begin, close + begin.length());
    }
    return found;
  }

  /** Returns the text of the first such element; empty without one. */
  static String text(String xml, String local) {
    List<String> all = texts(xml, local);
    return all.isEmpty() ? "" : all.get(0);
  }

  static List<Integer> numbers(String xml, String local) {
    return texts(xml, local).stream().map(Integer::valueOf).toList();
  }
}
