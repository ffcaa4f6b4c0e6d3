package org.dharch.core.wire;

import java.util.List;
import java.util.Objects;
import org.dharch.api.MessageId;

/**
 * A node's reply to a {@link TaskBatch}: the results that are ready. Several replies may answer one
 * batch, each result in exactly one of them unless the transport duplicates it. {@link
 * TaskBatchFormat} maps it to DMFormat and back.
 *
 * @param id the message's id
 * @param incarnation the task batch's
 * @param node the sender
 * @param results at least one
 */
public record Reply(MessageId id, long incarnation, NodeId node, List<HandlerResult> results) {
  public Reply {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(node, "node");
    results = List.copyOf(results);
  }
}
