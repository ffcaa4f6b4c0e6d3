package org.dharch.core.view;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What waits in a manager, and for what. Immutable.
 *
 * @param waiting messages in IMQueue, for a place in the window
 * @param executing messages in MPQueue
 * @param concurrencyLimit how many of these there can be now
 * @param held of those in execution, how many wait for room on a node, by handler; one message may
 *     wait for several
 */
public record QueueLengths(int waiting, int executing, int concurrencyLimit, Map<String, Integer> held) {
  public QueueLengths {
    held = Collections.unmodifiableMap(new TreeMap<>(held));
  }
}
