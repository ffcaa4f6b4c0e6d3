/**
 * How a library is measured in a process of its own, {@link org.dharch.peers.operations.Contender}.
 * And what the suite {@code reliable-messaging} compares: {@link org.dharch.peers.operations.Row}
 * and the messages that it is about.
 */
package org.dharch.peers.operations;
