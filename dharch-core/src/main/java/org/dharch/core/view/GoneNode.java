package org.dharch.core.view;

import java.time.Duration;
import org.dharch.core.wire.NodeStatus;

/**
 * A node that is lost or has departed, to explain why a handler is not hosted.
 *
 * @param last its latest status
 * @param why the reason, as text
 * @param since how long ago
 */
public record GoneNode(NodeStatus last, String why, Duration since) {
  /** The reason of a node that reported its end itself. */
  public static final String STOPPED = "it was stopped";

  /** Whether the node reported its end itself. */
  public boolean wasStopped() {
    return why.equals(STOPPED);
  }
}
