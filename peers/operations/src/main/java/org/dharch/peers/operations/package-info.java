/**
 * What the suite {@code reliable-messaging} compares: {@link org.dharch.peers.operations.Row}, the
 * messages that it is about, and the process that measures one contender.
 */
package org.dharch.peers.operations;
