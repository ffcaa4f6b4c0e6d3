package org.dharch.core.view;

import java.util.List;
import java.util.Objects;
import org.dharch.core.wire.ProcessOrigin;

/**
 * What one manager tells who asks all of them (seed 002's status monitor). Immutable.
 *
 * @param manager its address, which no other has
 * @param origin what its process says of itself
 * @param matched how many of its messages are so, whether or not they are told
 * @param messages those that are told; of one in a list only the steps that are not settled, and
 *     without its timeline
 */
public record ManagerQueryReply(
    String manager, ProcessOrigin origin, int matched, List<MessageProgress> messages) {
  public ManagerQueryReply {
    Objects.requireNonNull(manager, "manager");
    Objects.requireNonNull(origin, "origin");
    messages = List.copyOf(messages);
  }
}
