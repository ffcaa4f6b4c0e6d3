package org.dharch.benchmarks.bookstore;

/**
 * How large the bookstore is. Orders and customers are in proportion to the clients, as TPC-App has
 * them.
 *
 * @param items in the inventory
 * @param customers who are known at first
 * @param ordersEach how many orders each of them has at first; the most that one request asks for
 * @param newProducts the most new products that one request asks for
 */
public record Scale(int items, int customers, int ordersEach, int newProducts) {
  /** About 80 MB, 100,000 items, for 200 clients (seed 003, section 3). */
  public static final Scale PAPER = new Scale(100_000, 2_000, 20, 100);

  /** Made within a second. */
  public static final Scale TINY = new Scale(2_000, 50, 20, 50);

  public Scale {
    if (items < newProducts * 2 * Catalog.SUBJECTS || customers < 1 || ordersEach < 1) {
      throw new IllegalArgumentException(
          "items=" + items + ", customers=" + customers + ", ordersEach=" + ordersEach);
    }
  }
}
