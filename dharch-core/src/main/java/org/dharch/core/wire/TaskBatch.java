package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * What one node is to do for one message in one stage: a single DMFormat names all the handlers
 * that this node runs there. {@link TaskBatchFormat} maps it to DMFormat and back.
 *
 * @param id the message's id
 * @param life of its manager, in which these attempts were begun; a later one may ask for them
 *     again
 * @param replyTo the manager that waits for the reply
 * @param tasks the handlers, at least one
 * @param heardNanos the node's own clock in the latest heartbeat that its manager had when it sent
 *     this: the task batch is no older than that, and so the node knows although no two clocks
 *     agree
 * @param transfer how long the way here may have taken beside a task's time to start
 * @param remaining how long until the message's deadline, when this was sent
 * @param processed the header blocks already marked as processed
 * @param properties the message's properties
 * @param envelope the SOAP envelope in UTF-8
 */
public record TaskBatch(
    MessageId id,
    long life,
    String replyTo,
    List<Task> tasks,
    long heardNanos,
    Duration transfer,
    Duration remaining,
    Set<HeaderRef> processed,
    MessageProperties properties,
    byte[] envelope) {
  public TaskBatch {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(replyTo, "replyTo");
    tasks = List.copyOf(tasks);
    Objects.requireNonNull(transfer, "transfer");
    Objects.requireNonNull(remaining, "remaining");
    processed = Set.copyOf(processed);
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(envelope, "envelope");
  }
}
