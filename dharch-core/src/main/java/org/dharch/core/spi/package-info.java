/**
 * What others implement: a container's {@link org.dharch.core.spi.Gateway} and {@link
 * org.dharch.core.spi.ReplayGateway}, a transport's two ends ({@link org.dharch.core.spi.CManager}
 * at the manager, {@link org.dharch.core.spi.NodeChannel} at the node), the policy by which waiting
 * messages are selected, the clock, and {@link org.dharch.core.spi.HandlerKind}s, by which a node
 * runs the handlers of other frameworks, with {@link org.dharch.core.spi.FormHandler}s if those
 * work on a tree of a message.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}. A reader goes on with {@code
 * org.dharch.core.inprocess}, the smallest transport there is.
 */
package org.dharch.core.spi;
