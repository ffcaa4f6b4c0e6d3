package org.dharch.benchmarks.xmllimit;

/** Adds up the elements of a request. One thread. */
final class ElementTotals {
  private int count;
  private long total;

  void add(Element element) {
    add(element.quantity(), element.price());
  }

  /** Adds an element of which only these values are known. */
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
