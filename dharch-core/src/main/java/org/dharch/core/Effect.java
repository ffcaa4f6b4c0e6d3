package org.dharch.core;

import java.util.List;
import org.dharch.core.node.NodeId;
import org.dharch.core.node.Task;

/** What an execution wants done; threads and transports carry these out. */
sealed interface Effect {

  /** Send this message, as it is now, to this node for these handlers: one work. */
  record Send(NodeId node, List<Task> tasks) implements Effect {}

  /** The message has ended: hand it back to its gateway. */
  record End(Outcome outcome) implements Effect {}
}
