package org.dharch.core.execution.event;

import java.util.Optional;
import org.dharch.core.wire.NodeId;

/**
 * A request for a node.
 *
 * @param only the name of the required node; any if empty
 * @param avoid the node that failed it last: chosen only if there is no other
 * @param bytes the size of the message; nodes that do not accept it are excluded
 */
public record PlacementRequest(
    String handler, Optional<String> only, Optional<NodeId> avoid, long bytes) {}
