/**
 * Sends the emissions of a node's handlers and notifies the handlers of the outcomes.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code message.envelope}, {@code
 * node.journal}, {@code spi}, {@code text}, {@code wire}. Next: {@link
 * org.dharch.core.node.emission.NodeEmissions}.
 */
package org.dharch.core.node.emission;
