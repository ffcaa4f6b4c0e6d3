package org.dharch.peers.handlers;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table.
 *
 * @param work the work of the handler
 * @param kilobytes the size of the body
 */
public record HandlerRow(HandlerWork work, int kilobytes) {
  private static final List<Integer> SIZES = List.of(1, 100);

  /** Returns all rows in the table's order. */
  public static List<HandlerRow> all() {
    List<HandlerRow> rows = new ArrayList<>();
    for (HandlerWork work : HandlerWork.values()) {
      SIZES.forEach(kilobytes -> rows.add(new HandlerRow(work, kilobytes)));
    }
    return rows;
  }

  /** Returns the name of the row in commands. */
  @Override
  public String toString() {
    return work + "-" + kilobytes;
  }
}
