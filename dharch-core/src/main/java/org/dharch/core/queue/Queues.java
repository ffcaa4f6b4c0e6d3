package org.dharch.core.queue;

import org.dharch.core.context.CMCQueue;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.metrics.Counters;

/**
 * The queues of a manager: CMCQueue holds the container's contexts of the messages that wait in
 * IMQueue or execute in MPQueue.
 *
 * @param slots the concurrency limit of MPQueue
 * @param sizes the run times of the messages that left MPQueue
 */
public record Queues(
    CMCQueue cmcQueue, IMQueue imQueue, MPQueue mpQueue, Slots slots, JobSizes sizes) {

  public static Queues of(FlowControl flow, Counters counters) {
    JobSizes sizes = new JobSizes();
    Slots slots = new Slots(flow, sizes, counters);
    IMQueue imQueue = new IMQueue(flow.queueBound(), flow.selection().policy(slots::size));
    return new Queues(new CMCQueue(), imQueue, new MPQueue(slots), slots, sizes);
  }
}
