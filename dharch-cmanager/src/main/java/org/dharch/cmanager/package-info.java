/**
 * The JMS transport (seed 000, section 3.1.2) over ActiveMQ Classic.
 *
 * <pre>{@code
 * manager                                  broker                              node
 * send -> Outbox -> Sender -> queue dharch.node.NAME.INCARNATION -> TaskBatchConsumer -> Listener.offer
 * Receiver.reply <- listener <- queue dharch.reply.ADDRESS <- Sender <- Outbox <- reply
 * Receiver.status <- listener <- topic dharch.heartbeat <- announce
 * start, reconnect -> topic dharch.manager -> announce again
 * Receiver.gone <- advisory: the node queue's consumer has gone
 * }</pre>
 *
 * <p>A direct link replaces the first two lines where the manager can connect to the node:
 *
 * <pre>{@code
 * send -> ManagerWays -> NodeWays: by a link? -> ManagerLink -> link -> NodeLink -> Listener.offer
 * Receiver.reply <- ManagerLink <- link <- NodeLink <- reply
 * }</pre>
 *
 * <p>A node forwards to another node through the broker until the two have a link:
 *
 * <pre>{@code
 * forward -> PeerLinks -> NodeWays: by a link? -> ManagerLink -> link -> NodeLink -> Listener.offer
 *         -> Sender -> queue dharch.node.NAME.INCARNATION.forward -> TaskBatchConsumer -> Listener.offer
 * }</pre>
 *
 * {@link org.dharch.cmanager.broker.BrokerSupervisor} holds the connection of either end and
 * reconnects when it is lost.
 *
 * <table>
 * <caption>Packages, each depends only on those above it</caption>
 * <tr><td>{@code options}</td><td>validated options, addresses and keys</td></tr>
 * <tr><td>{@code frame}</td><td>frames: format, signature, encryption, outbox</td></tr>
 * <tr><td>{@code guard}</td><td>authentication and authorization of the embedded broker</td></tr>
 * <tr><td>{@code broker}</td><td>embedded broker, connections, bridges, JMS sender</td></tr>
 * <tr><td>{@code link}</td><td>direct connections over Netty, which carry bytes</td></tr>
 * <tr><td>{@code direct}</td><td>frames over direct connections</td></tr>
 * <tr><td>{@code manager}, {@code node}</td><td>the two ends, independent of each other</td></tr>
 * </table>
 *
 * <p>{@code CManagerPackagesTest} holds the permitted dependencies. See docs/cmanager.md.
 */
package org.dharch.cmanager;
