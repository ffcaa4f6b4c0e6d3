package org.dharch.peers.handlers;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table.
 *
 * @param work what is done
 * @param kilobytes to a body of how many
 */
public record HandlerRow(HandlerWork work, int kilobytes) {
  private static final List<Integer> SIZES = List.of(1, 100);

  /** All, in the table's order. */
  public static List<HandlerRow> all() {
    List<HandlerRow> rows = new ArrayList<>();
    for (HandlerWork work : HandlerWork.values()) {
      SIZES.forEach(kilobytes -> rows.add(new HandlerRow(work, kilobytes)));
    }
    return rows;
  }

  /** As it is asked for. */
  @Override
  public String toString() {
    return work + "-" + kilobytes;
  }
}
