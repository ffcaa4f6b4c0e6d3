/**
 * Measures a library in its own process, {@link org.dharch.peers.operations.Contender}. Also the
 * rows of the suite {@code reliable-messaging}, {@link org.dharch.peers.operations.Row}, and its
 * messages.
 */
package org.dharch.peers.operations;
