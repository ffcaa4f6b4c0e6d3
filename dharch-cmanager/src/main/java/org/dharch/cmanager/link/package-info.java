/**
 * Direct connections between a manager and its nodes, over Netty. They carry blocks of bytes, which
 * this package does not interpret: {@link org.dharch.cmanager.link.Handshake} decides who is
 * accepted, and {@link org.dharch.cmanager.link.LinkUser} uses the blocks.
 *
 * <pre>{@code
 * manager                                        node
 * LinkDialer -> connect ----------------------> LinkListener
 *      [TLS, if the connection to the broker has it]
 *      Handshake: a few small blocks each way, or the connection is closed
 * Link.write -> block --------------------------> LinkUser.received
 * LinkUser.received <-------------------------- block <- Link.write
 *      an empty block each second at least; after three without any, or an end of the
 *      connection: LinkUser.closed, once
 * }</pre>
 *
 * A block is its length in four bytes, and as many bytes. During the handshake, blocks are small
 * and connections short-lived; sizes, times and numbers are bounded.
 *
 * <p>May see: Netty and the logger. Next: docs/direct-link.md.
 */
package org.dharch.cmanager.link;
