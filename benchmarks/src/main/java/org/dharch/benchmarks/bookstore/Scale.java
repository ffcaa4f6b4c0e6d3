package org.dharch.benchmarks.bookstore;

/**
 * The size of the bookstore. Orders and customers are proportional to the clients, as in TPC-App.
 *
 * @param items the number of items in the inventory
 * @param customers the initial number of customers
 * @param ordersEach the initial orders of each customer; also the most that one request asks for
 * @param newProducts the most new products that one request asks for
 */
public record Scale(int items, int customers, int ordersEach, int newProducts) {
  /** About 80 MB, 100,000 items, for 200 clients (seed 003, section 3). */
  public static final Scale PAPER = new Scale(100_000, 2_000, 20, 100);

  /** A small bookstore that is made within a second. */
  public static final Scale TINY = new Scale(2_000, 50, 20, 50);

  public Scale {
    if (items < newProducts * 2 * Catalog.SUBJECTS || customers < 1 || ordersEach < 1) {
      throw new IllegalArgumentException(
          "items=" + items + ", customers=" + customers + ", ordersEach=" + ordersEach);
    }
  }
}
