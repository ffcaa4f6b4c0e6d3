package org.dharch.benchmarks.xmllimit.element;

/** Adds up the elements of a request. One thread. */
public final class ElementTotals {
  private int count;
  private long total;

  public void add(Element element) {
    add(element.quantity(), element.price());
  }

  /** Adds an element of which only these values are known. */
  public void add(int quantity, long price) {
    count++;
    total += quantity * price;
  }

  public int count() {
    return count;
  }

  public long total() {
    return total;
  }
}
