package org.dharch.benchmarks.xmllimit;

/** Adds up the elements of a question. One thread. */
final class ElementTotals {
  private int count;
  private long total;

  void add(Element element) {
    add(element.quantity(), element.price());
  }

  /** Adds one of which no more is of interest. */
  void add(int quantity, long price) {
    count++;
    total += quantity * price;
  }

  int count() {
    return count;
  }

  long total() {
    return total;
  }
}
