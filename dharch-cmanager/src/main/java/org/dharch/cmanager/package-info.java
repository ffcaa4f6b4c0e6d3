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
 * <p>Where a manager can reach a node a direct link takes the place of the first two lines:
 *
 * <pre>{@code
 * send -> ManagerWays -> NodeWays: by a link? -> ManagerLink -> link -> NodeLink -> Listener.offer
 * Receiver.reply <- ManagerLink <- link <- NodeLink <- reply
 * }</pre>
 *
 * <p>What a node passes on to another goes by the broker, too, until the two have a link:
 *
 * <pre>{@code
 * forward -> PeerLinks -> NodeWays: by a link? -> ManagerLink -> link -> NodeLink -> Listener.offer
 *         -> Sender -> queue dharch.node.NAME.INCARNATION.forward -> TaskBatchConsumer -> Listener.offer
 * }</pre>
 *
 * {@link org.dharch.cmanager.broker.BrokerSupervisor} holds the connection of either end and makes
 * it anew when it is lost.
 *
 * <p>May see: {@code org.dharch.api}, and of the core {@code spi}, {@code wire} and {@code
 * message}; no container and no host of handlers. A reader goes on with docs/cmanager.md.
 */
package org.dharch.cmanager;
