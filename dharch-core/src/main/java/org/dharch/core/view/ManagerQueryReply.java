package org.dharch.core.view;

import java.util.List;
import java.util.Objects;
import org.dharch.core.wire.ProcessOrigin;

/**
 * One manager's reply to a query to all of them (seed 002's status monitor). Immutable.
 *
 * @param manager its unique address
 * @param origin its process
 * @param matched the number of matching messages, listed or not
 * @param messages the listed messages; in a list of several only with unresolved steps, and without
 *     a timeline
 */
public record ManagerQueryReply(
    String manager, ProcessOrigin origin, int matched, List<MessageProgress> messages) {
  public ManagerQueryReply {
    Objects.requireNonNull(manager, "manager");
    Objects.requireNonNull(origin, "origin");
    messages = List.copyOf(messages);
  }
}
