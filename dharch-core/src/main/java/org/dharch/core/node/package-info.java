/**
 * Implements the node's engine, the same on every transport (seed 000, section 3.1.3): accepts task
 * batches, runs their handlers in parallel, replies, and announces itself.
 *
 * <pre>
 *  NodeChannel -> NodeEngine.offer -> NodeState (decides, under StateLock)
 *                     |  NodeEffects, carried out by NodeActions outside the lock
 *                     +-> Workers: TaskRun -> HandlerCall -> the handler
 *                     +-> ReplySender -> NodeChannel.reply
 *                     +-> AttemptLog, ExecutionJournal: answer a repeated attempt with its result
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code message.envelope}, {@code
 * node.emission}, {@code node.failure}, {@code node.journal}, {@code node.manager}, {@code
 * node.parsed}, {@code spi}, {@code text}, {@code wire}, {@code wire.bytes}; never the manager, and
 * the manager never sees this package. Next: {@link org.dharch.core.node.HandlerNode}.
 */
package org.dharch.core.node;
