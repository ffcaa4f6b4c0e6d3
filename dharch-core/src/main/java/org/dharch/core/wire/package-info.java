/**
 * What manager and node say to each other, and its bytes. A {@link org.dharch.core.wire.TaskBatch}
 * goes to a node, a {@link org.dharch.core.wire.Reply} with {@link
 * org.dharch.core.wire.HandlerResult}s comes back, a {@link org.dharch.core.wire.NodeStatus} is its
 * heartbeat; each is mapped to the paper's DMFormat (seed 000, section 3.1.1: {@link
 * org.dharch.core.wire.DMFormat}) and to bytes here, whatever transport carries them.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}. A reader goes on with {@code
 * org.dharch.core.spi}, the two ends of a transport, and docs/cmanager.md.
 */
package org.dharch.core.wire;
