package org.dharch.core.view;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The waiting messages of a manager. Immutable.
 *
 * @param waiting messages in IMQueue, which wait for a slot
 * @param executing messages in MPQueue
 * @param concurrencyLimit the current bound on executing messages
 * @param held executing messages that wait for capacity on a node, by handler; one message may wait
 *     for several
 */
public record QueueLengths(
    int waiting, int executing, int concurrencyLimit, Map<String, Integer> held) {
  public QueueLengths {
    held = Collections.unmodifiableMap(new TreeMap<>(held));
  }
}
