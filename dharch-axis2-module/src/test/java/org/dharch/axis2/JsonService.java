package org.dharch.axis2;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service for Axis2's JSON receivers, which find a method by its operation's name. */
public final class JsonService {
  static final List<String> PLACED = new CopyOnWriteArrayList<>();

  /** What a client sends. */
  public static final class Order {
    private String name;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }
  }

  public String place(Order order) {
    PLACED.add(order.getName());
    return "placed " + order.getName();
  }

  public void tell(Order order) {
    PLACED.add(order.getName());
  }
}
