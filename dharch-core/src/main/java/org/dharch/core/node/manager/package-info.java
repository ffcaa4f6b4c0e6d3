/**
 * Tracks which managers have registered a node, and their warnings to it.
 *
 * <p>May see: {@code node.failure}, {@code spi}, {@code wire}. Next: {@link
 * org.dharch.core.node.manager.Registrations}.
 */
package org.dharch.core.node.manager;
