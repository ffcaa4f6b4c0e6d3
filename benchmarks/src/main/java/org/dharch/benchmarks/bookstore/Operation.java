package org.dharch.benchmarks.bookstore;

/** The operations of the bookstore and their percentage of the requests (seed 003, table 1). */
public enum Operation {
  NEW_CUSTOMER("NewCustomer", 1),
  CHANGE_PAYMENT_METHOD("ChangePaymentMethod", 5),
  CREATE_ORDER("CreateOrder", 50),
  ORDER_STATUS("OrderStatus", 5),
  NEW_PRODUCTS("NewProducts", 7),
  PRODUCT_DETAIL("ProductDetail", 30),
  CHANGE_ITEM("ChangeItem", 2);

  private final String element;
  private final int percent;

  Operation(String element, int percent) {
    this.element = element;
    this.percent = percent;
  }

  /** Returns the name of the operation in messages. */
  public String element() {
    return element;
  }

  /** Returns the percentage of requests for this operation. */
  public int percent() {
    return percent;
  }
}
