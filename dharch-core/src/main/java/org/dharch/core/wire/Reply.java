package org.dharch.core.wire;

import java.util.List;
import java.util.Objects;
import org.dharch.api.MessageId;

/**
 * What a node answers to a {@link TaskBatch}: the results that are ready. A task batch may be
 * answered by several replies, each result standing in exactly one unless the transport doubles it.
 * {@link TaskBatchFormat} maps it to DMFormat and back.
 *
 * @param id the message's id
 * @param incarnation the task batch's
 * @param node who answers
 * @param results at least one
 */
public record Reply(MessageId id, long incarnation, NodeId node, List<HandlerResult> results) {
  public Reply {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(node, "node");
    results = List.copyOf(results);
  }
}
