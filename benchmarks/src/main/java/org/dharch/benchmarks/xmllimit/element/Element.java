package org.dharch.benchmarks.xmllimit.element;

import java.io.Serializable;

/**
 * One element of a message, and one row of the table, which has "only five attributes" (seed 004).
 *
 * @param id its key
 * @param price in cents
 */
public record Element(int id, String name, int quantity, long price, String note)
    implements Serializable {

  /** Returns the element with this key, equal in the database and in the client's check. */
  public static Element of(int id) {
    int mixed = id * 0x9E3779B1;
    return new Element(
        id,
        "Element " + id,
        1 + (mixed >>> 8) % 99,
        100 + (mixed >>> 4) % 1_000_000,
        "note " + Integer.toHexString(mixed));
  }

  /** Returns this element with another quantity. */
  public Element with(int newQuantity) {
    return new Element(id, name, newQuantity, price, note);
  }

  /** Returns quantity times price. */
  public long cost() {
    return quantity * price;
  }
}
