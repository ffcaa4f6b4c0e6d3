/**
 * Direct connections between a manager and its nodes, over Netty. Blocks of bytes go by them, whose
 * content is nothing to this package: {@link org.dharch.cmanager.link.Handshake} says who is let
 * in, and {@link org.dharch.cmanager.link.LinkUser} what blocks are for.
 *
 * <pre>{@code
 * manager                                        node
 * LinkDialer -> connect ----------------------> LinkListener
 *      [TLS, if the way to the broker has it]
 *      Handshake: a few small blocks each way, or the connection is closed
 * Link.write -> block --------------------------> LinkUser.received
 * LinkUser.received <-------------------------- block <- Link.write
 *      an empty block each second at least; after three without any, or an end of the
 *      connection: LinkUser.closed, once
 * }</pre>
 *
 * A block is its length in four bytes, and so many bytes. Before the talk is over, a block is small
 * and the connection short-lived; both are bounded, and so is their number.
 *
 * <p>May see: Netty and the logger. A reader goes on with docs/direct-link.md.
 */
package org.dharch.cmanager.link;
