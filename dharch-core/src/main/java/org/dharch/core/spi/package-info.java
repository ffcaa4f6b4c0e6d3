/**
 * The interfaces that others implement: a container's {@link org.dharch.core.spi.Gateway} and
 * {@link org.dharch.core.spi.ReplayGateway}, the two ends of a transport ({@link
 * org.dharch.core.spi.CManager} at the manager, {@link org.dharch.core.spi.NodeChannel} at the
 * node), the selection policy, the clock, and {@link org.dharch.core.spi.HandlerKind}s, by which a
 * node runs handlers of other frameworks, with {@link org.dharch.core.spi.FormHandler}s if those
 * use a parsed message.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}. The smallest transport is
 * {@code org.dharch.core.inprocess}.
 */
package org.dharch.core.spi;
