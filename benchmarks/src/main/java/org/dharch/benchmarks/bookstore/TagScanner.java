package org.dharch.benchmarks.bookstore;

import java.util.ArrayList;
import java.util.List;

/** Finds texts in an answer without a parser, so that the client stays light. */
final class TagScanner {
  private TagScanner() {}

  /** The texts of all elements called {@code local}, in their order. */
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

  /** The text of the first; empty if there is none. */
  static String text(String xml, String local) {
    List<String> all = texts(xml, local);
    return all.isEmpty() ? "" : all.get(0);
  }

  static List<Integer> numbers(String xml, String local) {
    return texts(xml, local).stream().map(Integer::valueOf).toList();
  }
}
