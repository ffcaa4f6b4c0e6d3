package org.dharch.core.view;

import java.time.Duration;
import org.dharch.core.wire.NodeStatus;

/**
 * A node that is not there any more, for whoever looks why a handler is not served.
 *
 * @param last what it said last
 * @param why in words
 * @param since how long it has been gone
 */
public record GoneNode(NodeStatus last, String why, Duration since) {}
