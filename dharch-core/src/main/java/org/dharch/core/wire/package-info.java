/**
 * The messages between manager and node, and their bytes. A {@link org.dharch.core.wire.TaskBatch}
 * goes to a node, a {@link org.dharch.core.wire.Reply} with {@link
 * org.dharch.core.wire.HandlerResult}s returns, a {@link org.dharch.core.wire.NodeStatus} is its
 * heartbeat; each is mapped to the paper's DMFormat (seed 000, section 3.1.1: {@link
 * org.dharch.core.wire.DMFormat}) and to bytes here, for any transport.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code message.xml}, {@code wire.bytes}.
 * Next: {@code org.dharch.core.spi}, the two ends of a transport, and docs/cmanager.md.
 */
package org.dharch.core.wire;
